package dev.parley.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The JSON object that a hub answered with; whatever must be in it and is not has a sentence. */
record Answer(ObjectNode json) {
    String text(String field) {
        return maybeText(field).orElseThrow(() -> missing(field));
    }

    Optional<String> maybeText(String field) {
        return given(field).filter(JsonNode::isValueNode).map(JsonNode::asText);
    }

    long number(String field) {
        return maybeNumber(field).orElseThrow(() -> missing(field));
    }

    OptionalLong maybeNumber(String field) {
        var number = given(field).filter(JsonNode::isNumber);
        return number.isPresent() ? OptionalLong.of(number.get().asLong()) : OptionalLong.empty();
    }

    boolean flag(String field) {
        return json.path(field).asBoolean(false);
    }

    /** Times are epoch seconds, to the millisecond. */
    Optional<Instant> maybeTime(String field) {
        return given(field)
                .filter(JsonNode::isNumber)
                .map(n -> Instant.ofEpochMilli(n.decimalValue().movePointRight(3).longValue()));
    }

    List<Answer> list(String field) {
        var list = new ArrayList<Answer>();
        for (var item : given(field).orElseThrow(() -> missing(field))) {
            if (item instanceof ObjectNode object) {
                list.add(new Answer(object));
            }
        }
        return List.copyOf(list);
    }

    private Optional<JsonNode> given(String field) {
        return Optional.ofNullable(json.get(field)).filter(node -> !node.isNull());
    }

    private static ParleyException missing(String field) {
        return Stranger.answered(
                Problem.BAD_JSON, "the answer has no " + field + "; is this a Parley hub?");
    }
}
