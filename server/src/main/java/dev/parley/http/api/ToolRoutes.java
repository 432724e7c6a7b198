package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Store;
import dev.parley.store.table.ToolRecordTable;
import dev.parley.tool.Gateway;
import dev.parley.tool.Offer;
import dev.parley.tool.Outcome;
import dev.parley.tool.Wanted;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The tool gateway over HTTP. */
public final class ToolRoutes {
    private static final int ACCEPTED = 202;

    /** Stands in no id that the hub gives a run. */
    private static final char SEPARATOR = ':';

    private final Store store;
    private final Gateway gateway;

    public ToolRoutes(Store store, Gateway gateway) {
        this.store = store;
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

    /** What was called in all runs, newest first. */
    Answer recent(Call call) {
        var before =
                Place.of(call, store, 1)
                        .map(at -> ToolRoutes.place(at.name(), at.number(0)))
                        .orElse(ToolRecordTable.Place.END);
        int limit = Pages.limit(call);
        var space = call.caller().space();
        var rows = store.read(sql -> ToolRecordTable.TABLE.before(sql, space, before, limit));
        var next =
                rows.size() < limit
                        ? null
                        : TextNode.valueOf(
                                ToolRoutes.place(ToolRecordTable.Place.of(rows.getLast()))
                                        .cursor(store));
        return Answer.ok(Pages.page(rows, ToolRoutes::describe, next));
    }

    private static Place place(ToolRecordTable.Place at) {
        return Place.write(at.run() + SEPARATOR + at.call(), at.startedAt().toEpochMilli());
    }

    private static ToolRecordTable.Place place(String name, long at) {
        int end = name.indexOf(SEPARATOR);
        if (end < 0) {
            throw new ParleyException(Problem.BAD_VALUE, "this is not a cursor of tools' calls");
        }
        return new ToolRecordTable.Place(
                Instant.ofEpochMilli(at), name.substring(0, end), name.substring(end + 1));
    }

    private static ObjectNode describe(ToolRecordTable.Row row) {
        var body =
                Json.object()
                        .put("call_id", row.key().call().value())
                        .put("run_id", row.key().run().run().value())
                        .put("tool", row.tool())
                        .put("agent", row.agent())
                        .put("status", Wire.name(row.status()))
                        .put("decided_by", row.decidedBy());
        body.set("started_at", Times.epochSeconds(row.startedAt()));
        var ended = row.endedAt();
        body.set("ended_at", ended == null ? null : Times.epochSeconds(ended));
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
