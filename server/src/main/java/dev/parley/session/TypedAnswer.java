package dev.parley.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An answer by which an agent that speaks no API says exactly what it sends: one JSON object with
 * {@code messages}, as they would be posted, and for whoever leads the run the {@code intent}.
 *
 * @param intent what the agent says of the intent, before it says anything else
 */
record TypedAnswer(@Nullable ObjectNode intent, List<ObjectNode> messages) {
    private static final Set<String> FIELDS = Set.of("intent", "messages");
    private static final String FENCE = "```";
    private static final int MAX_MESSAGES = 50;

    /** Reads it, if these words are one. */
    static Optional<TypedAnswer> read(String words) {
        var text = unfenced(words.strip());
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        ObjectNode json;
        try {
            json = Json.parseObject(text);
        } catch (ParleyException _) {
            return Optional.empty();
        }
        var names = new ArrayList<String>();
        json.fieldNames().forEachRemaining(names::add);
        boolean isTyped =
                !names.isEmpty()
                        && FIELDS.containsAll(names)
                        && isAbsentOr(json.path("intent"), JsonNode::isObject)
                        && isAbsentOr(json.path("messages"), TypedAnswer::isListOfObjects);
        return isTyped ? Optional.of(of(json)) : Optional.empty();
    }

    private static boolean isAbsentOr(JsonNode node, Predicate<JsonNode> is) {
        return node.isMissingNode() || is.test(node);
    }

    private static boolean isListOfObjects(JsonNode node) {
        return node.isArray() && node.valueStream().allMatch(JsonNode::isObject);
    }

    private static TypedAnswer of(ObjectNode json) {
        var messages = json.path("messages").valueStream().map(ObjectNode.class::cast).toList();
        if (messages.size() > MAX_MESSAGES) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "an answer has at most " + MAX_MESSAGES + " messages");
        }
        return new TypedAnswer(
                json.path("intent") instanceof ObjectNode said ? said : null, messages);
    }

    private static String unfenced(String text) {
        int from = text.indexOf('\n');
        boolean isFenced =
                text.startsWith(FENCE)
                        && text.endsWith(FENCE)
                        && from > 0
                        && from < text.length() - 3;
        return isFenced ? text.substring(from, text.length() - FENCE.length()).strip() : text;
    }

    /** The messages as drafts; what one leaves out is taken from what it is about. */
    List<Draft> drafts(Kinds kinds, Message asked, Place place) {
        return messages.stream().map(message -> draft(kinds, message, asked, place)).toList();
    }

    private static Draft draft(Kinds kinds, ObjectNode said, Message asked, Place place) {
        var act = kinds.find(said.path("kind").asText(Envelope.DEFAULT_KIND)).map(Kind::act);
        var about = about(act.orElse(Act.SAY), asked, place);
        var full = said.deepCopy();
        if (!full.has("parent_id") && !full.has("in_response_to") && about.isPresent()) {
            full.put("parent_id", about.get().messageId().value());
        }
        if (!full.has("to_agent") && !full.has("to")) {
            full.put("to_agent", to(act.orElse(Act.SAY), about.orElse(asked)));
        }
        return Envelope.draft(full);
    }

    private static Optional<Message> about(Act act, Message asked, Place place) {
        return switch (act) {
            case RESULT -> asked.act() == Act.ASSIGN ? Optional.of(asked) : place.holds();
            case ANSWER, DECIDE -> Optional.of(asked);
            default -> Optional.empty();
        };
    }

    private static String to(Act act, Message about) {
        return act == Act.FINAL || act == Act.ASK_USER ? "user" : about.fromAgent().value();
    }
}
