package dev.parley.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.MessageId;
import java.util.stream.Collectors;

/**
 * What became of a call of a tool.
 *
 * @param status the hub's word for it, such as {@code completed}, {@code error} or {@code running}
 * @param text what the tool said in words; empty when it said nothing, or nothing yet
 */
public record ToolCall(MessageId callId, String tool, String status, String text, ObjectNode json) {
    static ToolCall read(Answer answer) {
        var content = answer.json().path("result").path("content");
        return new ToolCall(
                new MessageId(answer.text("call_id")),
                answer.text("tool"),
                answer.text("status"),
                content.valueStream()
                        .map(part -> part.path("text"))
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue)
                        .collect(Collectors.joining("\n")),
                answer.json());
    }
}
