package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.Gateway;
import dev.parley.tool.Offer;
import dev.parley.tool.Outcome;
import dev.parley.tool.Wanted;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/** The tool gateway over HTTP. */
public final class ToolRoutes {
    private static final int ACCEPTED = 202;

    private final Gateway gateway;

    public ToolRoutes(Gateway gateway) {
        this.gateway = gateway;
    }

    /** Every tool, and whether whoever asks, or the agent that is named, may use it. */
    Answer list(Call call) {
        var agent = call.query("agent").map(AgentName::new).or(() -> call.caller().speaksFor());
        var run = call.query("run").map(RunId::new);
        var offers = gateway.tools(call.caller(), agent.orElse(null), run.orElse(null));
        var body = Pages.page(offers.tools(), ToolRoutes::describe, null);
        var ailing = body.putObject("unavailable");
        offers.ailing().forEach(ailing::put);
        return Answer.ok(body);
    }

    private static ObjectNode describe(Offer offer) {
        var handling = offer.handling();
        var tool = offer.tool();
        var body =
                Json.object()
                        .put("name", offer.name())
                        .put("server", offer.server())
                        .put("title", tool.title())
                        .put("description", tool.description())
                        .put("class", Wire.name(handling.kind()))
                        .put("classified", handling.isClassified())
                        .put("needs_approval", handling.needsApproval())
                        .put("timeout_seconds", handling.timeout().toSeconds())
                        .put("allowed", offer.isAllowed())
                        .put("reason", offer.objection());
        body.set("input_schema", tool.inputSchema());
        body.set("output_schema", tool.outputSchema());
        return body;
    }

    /** Calls a tool in a run. */
    Answer call(Call call) throws IOException {
        var in = Fields.of(call.optionalJson().orElseGet(Json::object));
        var agent = in.id(AgentName::new, "agent_name");
        var wait = Objects.requireNonNullElse(in.integer("wait"), Call.MAX_WAIT_SECONDS);
        var wanted =
                new Wanted(
                        new RunId(call.path("run")),
                        call.path("tool"),
                        Objects.requireNonNullElseGet(in.object("arguments"), Json::object),
                        agent,
                        Idempotency.messageId(call),
                        Duration.ofSeconds(Call.waitSeconds(wait)));
        var outcome = gateway.call(call.caller(), wanted, _ -> {}).requireAnswer();
        call.act(wanted.run().value(), wanted.tool());
        var body = describe(outcome);
        if (outcome.duplicate()) {
            call.isRepeated();
            body.put("duplicate", true);
        }
        if (outcome.status() == ToolStatus.RUNNING) {
            return Answer.json(ACCEPTED, body);
        }
        return outcome.duplicate() ? Answer.ok(body) : Answer.created(body);
    }

    /** What became of a call. */
    Answer outcome(Call call) {
        var wait = Duration.ofSeconds(call.waitSeconds());
        var id = new MessageId(call.path("call"));
        return Answer.ok(
                describe(gateway.outcome(call.caller(), new RunId(call.path("run")), id, wait)));
    }

    private static ObjectNode describe(Outcome outcome) {
        var body =
                Json.object()
                        .put("call_id", outcome.call().value())
                        .put("tool", outcome.tool())
                        .put("status", Wire.name(outcome.status()))
                        .put("reason", outcome.reason());
        body.set("result", outcome.result());
        var ref = outcome.ref();
        if (ref == null) {
            return body.putNull("payload_ref");
        }
        body.putObject("payload_ref")
                .put("blob_id", ref.blobId().value())
                .put("size", ref.size())
                .put("sha256", ref.sha256());
        return body;
    }
}
