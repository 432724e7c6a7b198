package dev.parley.demo;

import dev.parley.protocol.MessageId;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is remembered in the course of a story: words, and the messages that show them. */
final class Notes {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    private final Map<String, String> words = new HashMap<>();
    private final Map<String, MessageId> shown = new HashMap<>();

    void put(String name, String text) {
        words.put(name, text);
    }

    void put(String name, MessageId message) {
        shown.put(name, message);
    }

    /** The message that shows what was noted. */
    MessageId shownBy(String name) {
        var message = shown.get(name);
        if (message == null) {
            throw new IllegalStateException("nothing shows " + name);
        }
        return message;
    }

    /** The text with what was noted in its places; what was never noted is nothing. */
    String fill(String text) {
        return PLACE.matcher(text)
                .replaceAll(
                        place -> Matcher.quoteReplacement(words.getOrDefault(place.group(1), "")));
    }
}
