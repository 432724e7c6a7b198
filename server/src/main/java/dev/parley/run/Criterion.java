package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.util.Optional;
import java.util.Set;

/** What somebody says of one acceptance criterion: a new one, or how far one that is known is. */
record Criterion(
        Optional<String> id,
        Optional<String> text,
        Optional<String> status,
        Optional<MessageId> shownBy) {
    static final String OPEN = "open";
    static final String MET = "met";
    static final String WAIVED = "waived";

    private static final Set<String> VERDICTS = Set.of(OPEN, MET, WAIVED);

    static Criterion read(JsonNode given) {
        if (given.isTextual()) {
            return read(Json.object().set("text", given));
        }
        if (!(given instanceof ObjectNode object)) {
            throw bad("a criterion is a text, or an object with id or text, and status");
        }
        var in = Fields.of(object);
        var criterion =
                new Criterion(
                        Optional.ofNullable(in.text("id")),
                        Optional.ofNullable(in.text("text")),
                        Optional.ofNullable(in.text("status")),
                        Optional.ofNullable(in.id(MessageId::new, "shown_by", "message_id")));
        if (criterion.text.filter(String::isBlank).isPresent()) {
            throw bad("a criterion's text must not be blank");
        }
        criterion
                .status
                .filter(status -> !VERDICTS.contains(status))
                .ifPresent(
                        status -> {
                            throw bad("a criterion's status is open, met or waived, not " + status);
                        });
        return criterion;
    }

    static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
