package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.ArrayList;
import java.util.List;

/** Several messages at once, which only the protocol of 2025-03-26 has. */
record Batch(List<Rpc> messages) {
    static final String VERSION = "2025-03-26";

    private static final int MOST = 64;

    /** What is told before an answer has no place in one. */
    static final Outgoing NOWHERE =
            new Outgoing() {
                @Override
                public boolean isOpen() {
                    return false;
                }

                @Override
                public void tell(ObjectNode message) {}

                @Override
                public void send(ObjectNode message) {}
            };

    static Batch read(ArrayNode array) {
        if (array.isEmpty() || array.size() > MOST) {
            throw new ParleyException(
                    Problem.BAD_REQUEST, "a batch has 1 to " + MOST + " messages");
        }
        var messages = new ArrayList<Rpc>();
        for (JsonNode message : array) {
            messages.add(Rpc.read(message));
        }
        return new Batch(List.copyOf(messages));
    }
}
