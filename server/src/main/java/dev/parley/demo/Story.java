package dev.parley.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is played, as a file tells it.
 *
 * @param opening the user's words with which it begins
 */
record Story(String opening, List<Turn> turns) {
    /** Whose turn it is, and what they do. */
    record Turn(Role who, Beat beat) {}

    /** A badge whose light shall blink for a week. */
    static Story badge() {
        try (var file = Story.class.getResourceAsStream("/demo/badge.yaml")) {
            return read(new YAMLMapper().readTree(Objects.requireNonNull(file)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Story read(JsonNode story) {
        return new Story(
                story.path("opening").asText(),
                story.path("beats")
                        .valueStream()
                        .flatMap(line -> line.properties().stream())
                        .map(turn -> new Turn(Role.of(turn.getKey()), beat(turn.getValue())))
                        .toList());
    }

    private static Beat beat(JsonNode does) {
        var words = does.path("words").asText();
        var note = does.path("note").asText();
        var deed = does.properties().iterator().next();
        var what = deed.getValue();
        return switch (deed.getKey()) {
            case "intends" -> new Beat.Intend((ObjectNode) what);
            case "tells" ->
                    new Beat.Tell(
                            Role.of(what.asText()),
                            does.path("kind").asText(),
                            words,
                            does.path("answers").asText());
            case "uses" ->
                    new Beat.Use(
                            what.asText(),
                            texts(does.path("with")),
                            note,
                            does.path("otherwise").asText());
            case "asks" ->
                    new Beat.Ask(
                            what.asText(),
                            does.path("context").asText(),
                            does.path("choices").valueStream().map(JsonNode::asText).toList(),
                            note);
            case "hands-out" -> new Beat.HandOut(what.asText(), does.path("needs").asText(), note);
            case "publishes" -> new Beat.Publish(what.asText(), words);
            case "confides-in" -> new Beat.Confide(what.asText(), words);
            case "judges" -> new Beat.Judge(texts(what));
            default -> throw new IllegalArgumentException("nobody " + deed.getKey());
        };
    }

    private static Map<String, String> texts(JsonNode object) {
        var texts = new LinkedHashMap<String, String>();
        object.properties().forEach(one -> texts.put(one.getKey(), one.getValue().asText()));
        return texts;
    }
}
