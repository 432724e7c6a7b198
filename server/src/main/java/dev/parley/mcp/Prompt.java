package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.Map;

/** Words that a user can have put before the model. */
public interface Prompt {
    String name();

    String title();

    String description();

    default List<Argument> arguments() {
        return List.of();
    }

    /**
     * What is put before the model.
     *
     * @param arguments by name; whatever is required is there
     */
    Said get(Exchange exchange, Map<String, String> arguments) throws Exception;

    /** What an argument may be, given what was typed so far. */
    default List<String> complete(Client client, String argument, String typed) {
        return List.of();
    }

    /** A gap to be filled. */
    record Argument(String name, String description, boolean required) {
        ObjectNode json() {
            return Json.object()
                    .put("name", name)
                    .put("description", description)
                    .put("required", required);
        }
    }

    /** Turns of a conversation. */
    record Said(String description, List<Turn> turns) {
        public Said {
            turns = List.copyOf(turns);
        }

        /** One that the user says. */
        public static Said byUser(String description, String words) {
            return new Said(description, List.of(new Turn("user", Content.text(words))));
        }

        ObjectNode json() {
            var json = Json.object().put("description", description);
            var messages = json.putArray("messages");
            for (var turn : turns) {
                messages.addObject().put("role", turn.role).set("content", turn.content.json());
            }
            return json;
        }
    }

    /**
     * Who says what.
     *
     * @param role {@code user} or {@code assistant}
     */
    record Turn(String role, Content content) {}
}
