package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.Policy.Narrowing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools that a model has in a turn; what it does wrong with them it is told. */
final class Toolkit {
    /** What providers take at most. */
    private static final int MAX_TOOLS = 128;

    private static final int MAX_NAME = 64;

    private final Tools tools;
    private final Principal agent;
    private final int maxChars;
    private final Map<String, Tools.Tool> byName = new LinkedHashMap<>();

    Toolkit(Tools tools, Principal agent, LlmSpec spec) {
        this.tools = tools;
        this.agent = agent;
        this.maxChars = spec.maxToolChars();
        var wanted = spec.tools();
        if (wanted != null && wanted.isEmpty()) {
            return;
        }
        var narrowing = new Narrowing(wanted == null ? List.of() : wanted, List.of());
        tools.of(agent).stream()
                .filter(tool -> narrowing.allows(tool.name()))
                .limit(MAX_TOOLS)
                .forEach(tool -> byName.putIfAbsent(plain(tool.name()), tool));
    }

    /** Providers take fewer characters in a name than tool servers do. */
    private static String plain(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
        return plain.length() <= MAX_NAME ? plain : plain.substring(0, MAX_NAME);
    }

    List<ToolSpecification> specifications() {
        return byName.entrySet().stream()
                .map(
                        one ->
                                ToolSpecification.builder()
                                        .name(one.getKey())
                                        .description(one.getValue().description())
                                        .parameters(schema(one.getValue().schema()))
                                        .build())
                .toList();
    }

    private static JsonObjectSchema schema(ObjectNode json) {
        return JsonObjectSchema.builder()
                .addProperties(raw(json, "properties"))
                .required(json.path("required").valueStream().map(JsonNode::asText).toList())
                .definitions(raw(json, "$defs"))
                .build();
    }

    private static Map<String, JsonSchemaElement> raw(ObjectNode json, String field) {
        var all = new LinkedHashMap<String, JsonSchemaElement>();
        json.path(field)
                .properties()
                .forEach(
                        one ->
                                all.put(
                                        one.getKey(),
                                        JsonRawSchema.from(Json.write(one.getValue()))));
        return all;
    }

    /** Has a tool used as the model wants. */
    ToolExecutionResultMessage use(ToolExecutionRequest wanted, Duration atMost)
            throws InterruptedException {
        var result = result(wanted, atMost);
        return ToolExecutionResultMessage.builder()
                .id(wanted.id())
                .toolName(wanted.name())
                .text(shortened(result.words()))
                .isError(result.isError())
                .build();
    }

    private Tools.Result result(ToolExecutionRequest wanted, Duration atMost)
            throws InterruptedException {
        var tool = byName.get(wanted.name());
        if (tool == null) {
            return new Tools.Result(
                    "There is no tool " + wanted.name() + "; there are " + byName.keySet(), true);
        }
        var given = wanted.arguments();
        try {
            var arguments =
                    given == null || given.isBlank() ? Json.object() : Json.parseObject(given);
            return tools.use(agent, tool.name(), arguments, atMost);
        } catch (ParleyException unreadable) {
            return new Tools.Result(
                    "The arguments are not a JSON object: " + unreadable.detail(), true);
        }
    }

    private String shortened(String words) {
        return words.length() <= maxChars
                ? words.isEmpty() ? "(nothing)" : words
                : "%s\n[%d more characters are left out]"
                        .formatted(words.substring(0, maxChars), words.length() - maxChars);
    }
}
