package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.inbox.Inbox;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.Address;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Runs;
import java.util.List;
import java.util.Objects;

/** Replies to a message, with the kind of message that answers it. */
final class ReplyTo extends HouseTool {
    private static final String NAME = "reply";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Reply to a message",
                    Label.paragraph(
                            """
                            Replies to a message from your inbox: answers a question, reports the
                            result of an assignment, or simply responds. A message that requires an
                            ack is acknowledged by that, and whoever waits goes on. Use it rather
                            than send_message whenever you respond to something. If you need to know
                            more before you can answer, reply with your question. Example:
                            {"run_id":"run_01J9","message_id":"msg_01J9","message":"Port 8080."}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,
                             "required":["run_id","message_id","message"],"properties":{
                              "run_id":{"type":"string","description":"Of the message you reply to."},
                              "message_id":{"type":"string","description":"Of the message you reply to."},
                              "message":{"type":"string","minLength":1,"description":"Your answer."},
                              "status":{"enum":["completed","partial","needs_help","failed"],"default":"completed",
                                "description":"For the result of an assignment: how far it is done."},
                              "kind":{"type":"string","description":
                                "Only when another kind than the fitting one is wanted, such as \\"final_response\\" to the user."},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Choose one and give it again when you repeat a call whose answer was lost: it is then sent once."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["message_id","run_id","kind","recipient"],
                             "properties":{"message_id":{"type":"string"},"run_id":{"type":"string"},
                              "kind":{"type":"string"},"recipient":{"type":"string"},
                              "acknowledged":{"type":"boolean"},"duplicate":{"type":"boolean"}}}
                            """));

    private final Runs runs;
    private final Sending sending;
    private final Inbox inbox;

    ReplyTo(Runs runs, Sending sending, Inbox inbox) {
        super(LABEL.brief());
        this.runs = runs;
        this.sending = sending;
        this.inbox = inbox;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var caller = call.principal();
        var run = in.requiredId(RunId::new, "run_id");
        var asked = runs.message(caller, run, in.requiredId(MessageId::new, "message_id"));
        if (asked.fromAgent().equals(Address.SYSTEM)) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "the hub wrote this by itself; nobody reads a reply to it");
        }
        var words = in.requiredText("message");
        var kind = Objects.requireNonNullElseGet(in.text("kind"), () -> kind(asked));
        var draft =
                Sending.draft(call, NAME, asked.fromAgent(), kind)
                        .parent(asked.messageId())
                        .summary(OneLine.summary(words))
                        .payload(payload(kind, words, in))
                        .parts(kind.equals("message") ? List.of(Part.ofText(words)) : List.of())
                        .build();
        var sent = sending.send(call, run, draft);
        boolean isAcked = isToAck(call, asked);
        if (isAcked) {
            var _ = inbox.ack(caller, run, null, asked.messageId());
        }
        var facts =
                Json.object()
                        .put("message_id", sent.posted().messageId().value())
                        .put("run_id", run.value())
                        .put("kind", kind)
                        .put("recipient", whereabouts(call, run, asked));
        if (isAcked) {
            facts.put("acknowledged", true);
        }
        return Repetition.structured(sent.posted(), facts);
    }

    private String whereabouts(ToolCall call, RunId run, Message asked) {
        return sending.whereabouts(call, run, asked.fromAgent()).words();
    }

    /** Only whom it was for can say that it has arrived. */
    private boolean isToAck(ToolCall call, Message asked) {
        var members = runs.facts(call.principal(), asked.runId()).members();
        return asked.requiresAck()
                && members.recipients(asked.fromAgent(), asked.toAgent())
                        .contains(Self.inbox(call.client()));
    }

    /** What answers such a message. */
    static String kind(Message asked) {
        return switch (asked.kind()) {
            case "clarification_request" -> "clarification_reply";
            case "status_check" -> "status_reply";
            case "DELEGATE" -> "REPORT";
            default ->
                    switch (asked.act()) {
                        case ASSIGN -> "result_bundle";
                        case ASK, ASK_USER -> "ANSWER";
                        case BLOCKED -> "decision";
                        default -> "message";
                    };
        };
    }

    private static ObjectNode payload(String kind, String words, Fields in) {
        var payload = Json.object();
        return switch (kind) {
            case "result_bundle", "REPORT" ->
                    payload.put("result", words)
                            .put(
                                    "status",
                                    Objects.requireNonNullElse(in.text("status"), "completed"));
            case "message" -> payload;
            case "decision" -> payload.put("text", words);
            default -> payload.put("answer", words);
        };
    }
}
