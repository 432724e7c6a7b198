package dev.parley.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.parley.protocol.NearMiss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A {@code parley.yaml}: its values by key, each with its line; what has rows of its own, such as
 * {@code kinds}, as it is.
 */
final class YamlFile {
    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                            .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                            .build());

    private static final Set<String> WITH_ROWS =
            Set.of("kinds", "tools", "agents", "models", "budgets");

    private static final Pattern LINE = Pattern.compile("line (\\d{1,8}), column");

    private final Path file;
    private final Map<String, Raw> values = new LinkedHashMap<>();
    private final List<String> errors = new ArrayList<>();
    private final Map<String, Rows> rows = new LinkedHashMap<>();

    /** What stands under one of the keys that have rows, and where. */
    record Rows(JsonNode json, String from) {
        static final Rows NONE = new Rows(NullNode.getInstance(), Setting.DEFAULT);
    }

    private YamlFile(Path file) {
        this.file = file;
    }

    static YamlFile empty() {
        return new YamlFile(Path.of("parley.yaml"));
    }

    static YamlFile read(Path file) {
        var yaml = new YamlFile(file);
        try (var reader = Files.newBufferedReader(file);
                var parser = YAML.createParser(reader)) {
            yaml.readAll(parser);
        } catch (JsonProcessingException e) {
            yaml.errors.add(
                    "%s:%d is not well-formed YAML: %s"
                            .formatted(file, line(e), reason(e.getOriginalMessage())));
        } catch (IOException e) {
            yaml.errors.add("%s cannot be read: %s".formatted(file, e));
        }
        return yaml;
    }

    Map<String, Raw> values() {
        return values;
    }

    List<String> errors() {
        return errors;
    }

    /** What stands under a key that has rows; a null node when nothing does. */
    Rows rows(String key) {
        return rows.getOrDefault(key, Rows.NONE);
    }

    private void readAll(JsonParser parser) throws IOException {
        var first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            readGroup(parser, "");
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            errors.add(file + " must hold keys and values, such as http: {port: 7420}");
        }
    }

    private void readGroup(JsonParser parser, String prefix) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var key = prefix + parser.currentName();
            var from = file + ":" + parser.currentTokenLocation().getLineNr();
            var token = parser.nextToken();
            if (WITH_ROWS.contains(key)) {
                rows.put(key, new Rows(parser.readValueAsTree(), from));
            } else if (token == JsonToken.START_OBJECT && isMisspelt(key)) {
                errors.add(
                        "%s is not known (from %s)%s"
                                .formatted(key, from, NearMiss.hint(key, groups())));
                parser.skipChildren();
            } else if (token == JsonToken.START_OBJECT) {
                readGroup(parser, key + ".");
            } else if (token == JsonToken.START_ARRAY) {
                values.put(key, new Raw(readList(parser, key, from), from));
            } else if (token == JsonToken.VALUE_NULL) {
                errors.add("%s has no value (from %s)".formatted(key, from));
            } else {
                values.put(key, new Raw(parser.getText(), from));
            }
        }
    }

    /** Nobody wants to read of everything that stands in a group with one letter too few. */
    private static boolean isMisspelt(String key) {
        return !key.contains(".")
                && !groups().contains(key)
                && !NearMiss.hint(key, groups()).isEmpty();
    }

    /** All that may stand at the left edge and have something under it. */
    private static Set<String> groups() {
        return Stream.concat(
                        WITH_ROWS.stream(),
                        Keys.all().stream()
                                .filter(key -> key.name().contains("."))
                                .map(key -> key.name().substring(0, key.name().indexOf('.'))))
                .collect(Collectors.toSet());
    }

    private String readList(JsonParser parser, String key, String from) throws IOException {
        var items = new ArrayList<String>();
        for (var token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            if (token.isScalarValue()) {
                items.add(parser.getText());
            } else {
                errors.add("%s must be a plain list (from %s)".formatted(key, from));
                parser.skipChildren();
            }
        }
        return String.join(",", items);
    }

    /** Where it is wrong, which is not where the parser stood last. */
    private static int line(JsonProcessingException e) {
        var said = LINE.matcher(e.getOriginalMessage());
        int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
        while (said.find()) {
            line = Integer.parseInt(said.group(1));
        }
        return line;
    }

    /** The parser says first what it was about, and in the middle what is wrong. */
    private static String reason(String text) {
        return text.contains("(TAB)")
                ? "a tab stands where only spaces may; indent with spaces"
                : text.lines().findFirst().orElse("");
    }
}
