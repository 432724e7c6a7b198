package dev.parley.client.agent;

import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Names;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.util.List;
import java.util.Map;

/**
 * Automatic answers. Each is a reply, and no reply is ever answered automatically: however many
 * agents answer everything they get, what they say to each other ends.
 */
final class Replies {
    private static final String PREFIX = "re_";
    private static final String USUAL = "ANSWER";

    /** What is longer stands in the payload only, which may be larger than parts. */
    private static final int MAX_PART = 16_000;

    /** What answers a kind that has an answer of its own. */
    private static final Map<String, String> ANSWERS =
            Map.of(
                    "intent_brief", "result_bundle",
                    "DELEGATE", "REPORT",
                    "clarification_request", "clarification_reply",
                    "status_check", "status_reply");

    private Replies() {}

    /** Whether a message may be answered automatically. */
    static boolean isDue(Message message) {
        return switch (message.act()) {
            case ASSIGN, ASK, BLOCKED -> true;
            case SAY -> message.parentId() == null || message.fromAgent().isUser();
            case RESULT,
                    ANSWER,
                    ASK_USER,
                    USER_ANSWER,
                    PROGRESS,
                    DECIDE,
                    FINAL,
                    CANCEL,
                    ACK,
                    SYSTEM ->
                    false;
        };
    }

    /** The reply to a message; its id follows from the message's, so there is never a second. */
    static Draft to(Message message, String text) {
        var kind = ANSWERS.getOrDefault(message.kind(), USUAL);
        return Draft.to(message.fromAgent(), kind)
                .messageId(id(message.messageId()))
                .parent(message.messageId())
                .summary(OneLine.summary(text))
                .payload(Json.object().put(field(kind), text))
                .parts(text.length() <= MAX_PART ? List.of(Part.ofText(text)) : List.of())
                .build();
    }

    private static String field(String kind) {
        return kind.equals("REPORT") || kind.equals("result_bundle") ? "result" : "answer";
    }

    private static MessageId id(MessageId of) {
        var id = PREFIX + of.value();
        return new MessageId(id.length() <= Names.MAX_ID ? id : id.substring(0, Names.MAX_ID));
    }
}
