package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Wording;
import dev.parley.session.Sessions;

/** How a session stands. */
final class GetSessionState extends HouseTool {
    private static final Label LABEL =
            new Label(
                    "get_session_state",
                    "Get the state of a session",
                    Label.paragraph(
                            """
                            Tells whether a session is idle, streaming (at work, or about to be) or in
                            error, with its last message; an unknown one is an error that says so. Poll
                            a session that you have created until it is idle, or wait for that with
                            wait_seconds. Example: {"sessionId":"ses_01J9","wait_seconds":50}
                            """),
                    Permission.READ,
                    Hints.READ,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["sessionId"],
                             "properties":{"sessionId":{"type":"string"},
                              "wait_seconds":{"type":"integer","minimum":0,"maximum":55,"default":0,
                                "description":"How long to wait until it is no longer streaming."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["sessionId","status","cwd","isActive"],
                             "properties":{"sessionId":{"type":"string"},
                              "status":{"enum":["idle","streaming","error"]},
                              "cwd":{"type":["string","null"]},"isActive":{"type":"boolean"},
                              "closed":{"type":"boolean"},"error":{"type":"string"},
                              "lastMessage":{"type":"object"}}}
                            """));

    private final Sessions sessions;
    private final Wording wording;

    GetSessionState(Sessions sessions, Wording wording) {
        super(LABEL);
        this.sessions = sessions;
        this.wording = wording;
    }

    @Override
    public String description(Client client) {
        return LABEL.words() + Self.words(client);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var id = in.requiredId(SessionId::new, "sessionId");
        var view = sessions.awaitIdle(call.principal(), id, WaitSeconds.orNone(in));
        var facts =
                Json.object()
                        .put("sessionId", id.value())
                        .put("status", Wire.name(view.state()))
                        .put("cwd", view.session().cwd())
                        .put("isActive", view.isActive());
        if (view.isClosed()) {
            facts.put("closed", true);
        }
        view.session().error().ifPresent(why -> facts.put("error", why));
        view.last()
                .ifPresent(
                        last ->
                                facts.putObject("lastMessage")
                                        .put(
                                                "role",
                                                Sessions.isByAgent(view.session(), last)
                                                        ? "assistant"
                                                        : "user")
                                        .put("content", wording.read(call.principal(), last)));
        return ToolResult.structured(facts);
    }
}
