package dev.parley.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON text of which single members are changed while every other character, comments included,
 * stays as it is: the file belongs to somebody else.
 */
final class JsonMembers {
    private static final ObjectMapper LENIENT =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private static final Pattern GAP =
            Pattern.compile("(?:\\s|//[^\\r\\n]*|/\\*.*?\\*/)*+", Pattern.DOTALL);

    private final String text;
    private final JsonNode whole;
    private final Body root;

    /** Where an object is: behind its opening brace, at its closing one, and what is between. */
    private record Body(int open, int close, List<Member> members) {
        @Nullable Member find(String name) {
            return members.stream().filter(m -> m.name.equals(name)).findFirst().orElse(null);
        }
    }

    /** Where a member is: at its name, at its value, behind it. */
    private record Member(String name, int start, int value, int end) {}

    /** An object, in which whatever else members are put into is one too. */
    JsonMembers(String text) throws JsonProcessingException {
        this.text = text;
        this.whole = parse(text);
        this.root = body(text, 0);
    }

    static JsonNode parse(String text) throws JsonProcessingException {
        return LENIENT.readTree(text);
    }

    /** A member of an object that is itself a member. */
    Optional<JsonNode> member(String object, String name) {
        return Optional.ofNullable(whole.path(object).get(name));
    }

    /** The whole text with this member set. */
    String put(String object, String name, String value) {
        var found = root.find(object);
        if (found == null) {
            return insert(root, made(object, name, deep(value)), "");
        }
        var inside = inside(found);
        var old = inside.find(name);
        return old == null
                ? insert(inside, "\n    \"" + name + "\": " + deep(value), "  ")
                : text.substring(0, old.value) + deep(value) + text.substring(old.end);
    }

    /** The whole text without this member, and without the object if it was made for it. */
    String remove(String object, String name) {
        var found = root.find(object);
        var member = found == null ? null : inside(found).find(name);
        if (found == null || member == null) {
            return text;
        }
        var made = made(object, name, text.substring(member.value, member.end));
        return text.startsWith(made, root.open) && found.end == root.open + made.length()
                ? cut(root, found)
                : cut(inside(found), member);
    }

    /** An object that is made for the sake of one member. */
    private static String made(String object, String name, String value) {
        return "\n  \"" + object + "\": {\n    \"" + name + "\": " + value + "\n  }";
    }

    private Body inside(Member object) {
        return body(text.substring(0, object.end), object.value);
    }

    private String insert(Body body, String fresh, String indent) {
        var gap = body.members.isEmpty() ? "\n" + indent : ",";
        return text.substring(0, body.open) + fresh + gap + text.substring(body.open);
    }

    private String cut(Body body, Member member) {
        int index = body.members.indexOf(member);
        if (index > 0) {
            int before = comma(body.members.get(index - 1).end);
            return text.substring(0, before)
                    + comments(before + 1, member.start)
                    + text.substring(member.end);
        }
        int after = comma(member.end);
        boolean isLast = text.charAt(after) != ',';
        return text.substring(0, body.open)
                + comments(body.open, member.start)
                + comments(member.end, after)
                + text.substring(isLast ? after : after + 1);
    }

    /** What is between two places, unless that is only a gap. */
    private String comments(int from, int to) {
        var between = text.substring(from, to);
        return between.isBlank() ? "" : between;
    }

    /** Where the comma behind a member is, or where its object ends; comments may have commas. */
    private int comma(int end) {
        var gap = GAP.matcher(text).region(end, text.length());
        return gap.lookingAt() ? gap.end() : end;
    }

    private static String deep(String value) {
        return value.replace("\n", "\n    ");
    }

    private static Body body(String text, int from) {
        try (var parser = LENIENT.createParser(new StringReader(text.substring(from)))) {
            parser.nextToken();
            int open = from + end(parser);
            var members = new ArrayList<Member>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                int start = from + start(parser);
                var name = parser.currentName();
                parser.nextToken();
                int value = from + start(parser);
                parser.skipChildren();
                parser.getText(); // a text is read to its end only when somebody asks for it
                members.add(new Member(name, start, value, from + end(parser)));
            }
            return new Body(open, from + start(parser), List.copyOf(members));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // all of it was read before
        }
    }

    private static int start(JsonParser parser) {
        return Math.toIntExact(parser.currentTokenLocation().getCharOffset());
    }

    private static int end(JsonParser parser) {
        return Math.toIntExact(parser.currentLocation().getCharOffset());
    }
}
