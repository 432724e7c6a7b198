package dev.parley.protocol.codec;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts server-sent events together from the lines that they come in. */
public final class EventLines {
    private static final String USUAL = "message";

    private final StringBuilder data = new StringBuilder();
    private String name = USUAL;
    private @Nullable String id;
    private boolean hasData;

    /** One of them; an id alone, without data, only says up to where everything was told. */
    public record Event(String name, @Nullable String id, String data) {}

    /** Takes a line without its end; the event that it completes, if it does. */
    public Optional<Event> take(String line) {
        if (line.isEmpty()) {
            return end();
        }
        int colon = line.indexOf(':');
        switch (colon < 0 ? line : line.substring(0, colon)) {
            case "event" -> name = value(line, colon);
            case "id" -> id = value(line, colon);
            case "data" -> {
                data.append(hasData ? "\n" : "").append(value(line, colon));
                hasData = true;
            }
            default -> {
                // A comment, or nothing that anybody knows.
            }
        }
        return Optional.empty();
    }

    /** What follows the colon, without the space that may stand there. */
    private static String value(String line, int colon) {
        if (colon < 0) {
            return "";
        }
        return line.substring(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
    }

    private Optional<Event> end() {
        var ended =
                id == null && !hasData
                        ? Optional.<Event>empty()
                        : Optional.of(new Event(name, id, data.toString()));
        name = USUAL;
        id = null;
        hasData = false;
        data.setLength(0);
        return ended;
    }

    /** How long the data is that waits for the rest of its event. */
    public int waiting() {
        return data.length();
    }
}
