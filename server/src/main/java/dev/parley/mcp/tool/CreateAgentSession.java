package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.session.NewSession;
import dev.parley.session.Sessions;
import dev.parley.store.Store;

/** Opens a session with an agent, in a folder. */
final class CreateAgentSession extends HouseTool {
    private static final String NAME = "create_agent_session";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Create a session",
                    Label.paragraph(
                            """
                            Creates a new agent session that works in a folder, and sends it
                            initialMessage at once if you give one. Several work in parallel. When it
                            has answered or failed you are told in your own session; or poll it with
                            get_session_state. Example: {"cwd":"/srv/shop","initialMessage":"List what
                            the tests do not cover"}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["cwd"],
                             "properties":{"cwd":{"type":"string","minLength":1,"description":
                                "The folder that it works in."},
                              "initialMessage":{"type":"string","minLength":1},
                              "agent":{"type":"string","description":
                                "Which agent; may be left out where the hub runs a single one."},
                              "model":{"type":"string"},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Give it again when you repeat a call whose answer was lost: one is created."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["sessionId","agent","cwd"],"properties":{
                              "sessionId":{"type":"string"},"agent":{"type":"string"},
                              "cwd":{"type":["string","null"]},"spawnDepth":{"type":"integer"},
                              "duplicate":{"type":"boolean"}}}
                            """));

    private final Store store;
    private final Sessions sessions;

    CreateAgentSession(Store store, Sessions sessions) {
        super(LABEL);
        this.store = store;
        this.sessions = sessions;
    }

    @Override
    public String description(Client client) {
        return LABEL.words() + Self.words(client);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var agent = in.text("agent");
        var wanted =
                new NewSession(
                        agent == null ? null : new AgentName(agent),
                        in.requiredText("cwd"),
                        in.text("model"),
                        call.client().session().orElse(null),
                        in.text("initialMessage"));
        var command =
                call.noted(sessions.create(call.principal(), wanted), made -> made.id().value());
        return ToolResult.structured(
                Repetition.create(
                        store,
                        call,
                        NAME,
                        command,
                        made ->
                                Json.object()
                                        .put("sessionId", made.id().value())
                                        .put("agent", made.key().agent().value())
                                        .put("cwd", made.cwd())
                                        .put("spawnDepth", made.depth())));
    }
}
