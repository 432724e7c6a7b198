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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@code parley.yaml}: its values by key, each with its line; the rows under {@code kinds}. */
final class YamlFile {
    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                            .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                            .build());

    private final Path file;
    private final Map<String, Raw> values = new LinkedHashMap<>();
    private final List<String> errors = new ArrayList<>();
    private JsonNode kinds = NullNode.getInstance();
    private String kindsFrom = Setting.DEFAULT;

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
                            .formatted(
                                    file,
                                    e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                                    firstLine(e.getOriginalMessage())));
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

    /** What stands under {@code kinds}; a null node when nothing does. */
    JsonNode kinds() {
        return kinds;
    }

    String kindsFrom() {
        return kindsFrom;
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
            if (key.equals("kinds")) {
                kinds = parser.readValueAsTree();
                kindsFrom = from;
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

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
