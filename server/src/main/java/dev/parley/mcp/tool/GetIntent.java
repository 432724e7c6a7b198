package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Intents;

/** What a run is for, and when it is done. */
final class GetIntent extends HouseTool {
    private static final Label LABEL =
            new Label(
                    "get_intent",
                    "Get the intent of a run",
                    Label.paragraph(
                            """
                            Shows what a run is for: its objective, constraints, acceptance criteria
                            with how each is judged, decisions and approvals. Read it before you
                            start on an assignment, and hold your result against the criteria.
                            Example: {"run_id":"run_01J9"}
                            """),
                    Permission.READ,
                    Hints.READ,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["run_id"],"properties":{
                              "run_id":{"type":"string"}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["run_id","version","intent"],"properties":{
                              "run_id":{"type":"string"},"version":{"type":"integer"},
                              "intent":{"type":"object"}}}
                            """));

    private final Intents intents;

    GetIntent(Intents intents) {
        super(LABEL.brief());
        this.intents = intents;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var run = in.requiredId(RunId::new, "run_id");
        var snapshot = intents.get(call.principal(), run);
        var facts = Json.object().put("run_id", run.value()).put("version", snapshot.version());
        facts.set("intent", snapshot.intent());
        return ToolResult.structured(facts);
    }
}
