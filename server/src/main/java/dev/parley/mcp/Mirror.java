package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Call;
import dev.parley.protocol.codec.MirroredArgument;
import java.math.BigDecimal;
import java.util.List;

/** Holds a header against the argument that it repeats. */
record Mirror(MirroredArgument argument) {
    /** All of a schema. */
    static List<Mirror> of(ObjectNode schema) {
        return MirroredArgument.of(schema).stream().map(Mirror::new).toList();
    }

    /** Refuses a call whose header says something else than its arguments. */
    void check(Call call, JsonNode arguments) {
        var header = argument.header();
        var said = argument.in(arguments);
        var sent = call.header(header).map(ModernHeaders::decoded);
        if (sent.isPresent() != said.isPresent()) {
            throw ModernHeaders.mismatch(
                    header + (sent.isPresent() ? " repeats nothing in the body" : " is missing"));
        }
        if (said.isPresent() && !isSame(said.get(), sent.orElseThrow())) {
            throw ModernHeaders.mismatch(header + " does not repeat what the body says");
        }
    }

    private static boolean isSame(JsonNode said, String sent) {
        if (!said.isNumber()) {
            return said.asText().equals(sent);
        }
        try {
            return said.decimalValue().compareTo(new BigDecimal(sent)) == 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
