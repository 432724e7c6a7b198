package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Saying;
import dev.parley.session.Sessions;

/** Says something in another session. */
final class SendAgentMessage extends HouseTool {
    private static final String NAME = "send_agent_message";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Send a message to a session",
                    Label.paragraph(
                            """
                            Sends a message to another agent session and returns at once; a busy one
                            answers it when its turn comes. The session sees which session it comes
                            from. To be called back, say so in the message, with your own session id:
                            "when finished, call send_agent_message with my session id and the
                            results". Example: {"sessionId":"ses_01J9","message":"Analyze src/api"}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,
                             "required":["sessionId","message"],"properties":{
                              "sessionId":{"type":"string","description":"The session to speak to."},
                              "message":{"type":"string","minLength":1},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Give it again when you repeat a call whose answer was lost: it is then sent once."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["messageId","status"],"properties":{
                              "messageId":{"type":"string"},"status":{"const":"dispatched"},
                              "position":{"type":"integer"},"recipient":{"type":"string"},
                              "duplicate":{"type":"boolean"}}}
                            """));

    private final Sessions sessions;

    SendAgentMessage(Sessions sessions) {
        super(LABEL.brief());
        this.sessions = sessions;
    }

    @Override
    public String description(Client client) {
        return LABEL.words() + Self.words(client);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var id = in.requiredId(SessionId::new, "sessionId");
        var saying =
                new Saying(
                        in.requiredText("message"),
                        null,
                        null,
                        call.client().session().orElse(null),
                        Repetition.messageId(call, NAME));
        var told =
                sessions.say(
                        call.principal(),
                        id,
                        saying,
                        append -> call.noted(append, said -> said.messageId().value()));
        int ahead = told.ahead();
        var facts =
                Json.object()
                        .put("messageId", told.posted().messageId().value())
                        .put("status", "dispatched")
                        .put("position", ahead)
                        .put("recipient", told.agent() + words(ahead));
        return Repetition.structured(told.posted(), facts);
    }

    private static String words(int ahead) {
        return switch (ahead) {
            case 0 -> ": its turn comes now";
            case 1 -> ": queued; 1 message comes first";
            default -> ": queued; " + ahead + " messages come first";
        };
    }
}
