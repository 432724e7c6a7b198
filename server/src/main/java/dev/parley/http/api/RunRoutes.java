package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.access.Principal;
import dev.parley.agent.ToolRole;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.run.Glances;
import dev.parley.run.Intents;
import dev.parley.run.NewRun;
import dev.parley.run.Phrase;
import dev.parley.run.Run;
import dev.parley.run.RunFilter;
import dev.parley.run.Runs;
import dev.parley.store.Cursor;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunStatus;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.Standing;
import dev.parley.store.table.UsageTable;
import dev.parley.tool.ToolRoles;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs over HTTP. */
public final class RunRoutes {
    private static final int MAX_SHOWN = 1_000;

    private final Store store;
    private final Runs runs;
    private final Intents intents;
    private final Glances glances;
    private final Idempotency idempotency;

    public RunRoutes(Store store, Runs runs, Intents intents) {
        this.store = store;
        this.glances = new Glances(store);
        this.intents = intents;
        this.runs = runs;
        this.idempotency = new Idempotency(store);
    }

    Answer create(Call call) throws IOException {
        var body = call.optionalJson().orElseGet(Json::object);
        var fields = Fields.of(body);
        var wanted =
                new NewRun(
                        Objects.requireNonNullElse(
                                fields.oneOf(RunProtocol.class, "protocol"), RunProtocol.OPEN),
                        participants(fields),
                        fields.id(SessionId::new, "session_id"));
        return idempotency.create(
                call,
                body,
                runs.create(call.caller(), wanted),
                RunRoutes::describe,
                RunRoutes::describe);
    }

    private static Map<String, AgentName> participants(Fields fields) {
        var participants = new LinkedHashMap<String, AgentName>();
        var given = fields.object("participants");
        if (given != null) {
            for (var role : given.properties()) {
                if (!role.getValue().isTextual()) {
                    throw new ParleyException(
                            Problem.BAD_VALUE,
                            "participants must give an agent's name for each role, such as"
                                    + " {\"manager\":\"alice\",\"specialist:pcb\":\"bob\"}");
                }
                participants.put(role.getKey(), new AgentName(role.getValue().textValue()));
            }
        }
        return participants;
    }

    Answer list(Call call) {
        var after = call.query("after").map(cursor -> Cursor.read(store.epoch(), cursor));
        var page = glances.page(call.caller(), filter(call), after.orElse(null), Pages.limit(call));
        var next =
                page.next() == null
                        ? null
                        : TextNode.valueOf(Cursor.write(store.epoch(), page.next()));
        return Answer.ok(Pages.page(page.items(), GlanceJson::write, next));
    }

    private static RunFilter filter(Call call) {
        return new RunFilter(
                call.query("state")
                        .map(state -> Wire.read(RunStatus.class, "state", state))
                        .orElse(null),
                call.query("agent").map(AgentName::new).orElse(null),
                call.query("text").map(Phrase::new).orElse(null));
    }

    /** The run with its state: the log's page after {@code ?after}, cursors and missing acks. */
    Answer get(Call call) {
        var run = runs.get(call.caller(), new RunId(call.path("run")));
        var key = run.row().key();
        var page =
                runs.log(
                        call.caller(),
                        key.run(),
                        call.number("after", 0, 0, Long.MAX_VALUE),
                        Pages.limit(call),
                        Duration.ZERO);
        var body = describe(run);
        body.put("epoch", store.epoch());
        var log = body.putArray("message_log");
        page.messages().forEach(message -> log.add(Format.ENVELOPE.write(message)));
        body.set("next", Pages.seq(page.next()));
        body.set("intent_snapshot", intents.get(call.caller(), key.run()).intent());
        store.read(
                sql -> {
                    var cursors = body.putObject("inbox_cursor");
                    CursorTable.TABLE.of(sql, key, MAX_SHOWN).forEach(cursors::put);
                    var acks = body.putArray("pending_acks");
                    ReceiptTable.TABLE.pendingAcks(sql, key, MAX_SHOWN).forEach(acks::add);
                    body.set("agent_states", states(sql, key));
                    var used = UsageTable.TABLE.find(sql, UsageTable.Key.of(key));
                    if (used.all().calls() > 0) {
                        body.set("usage", UsageJson.write(used));
                    }
                    toolRole(sql, call.caller(), run)
                            .ifPresent(role -> body.put("tool_role", Wire.name(role)));
                    return true;
                });
        return Answer.ok(body);
    }

    private static Optional<ToolRole> toolRole(Sql sql, Principal caller, Run run)
            throws SQLException {
        var agent = caller.speaksFor();
        return agent.isPresent() ? ToolRoles.of(sql, caller, agent.get(), run) : Optional.empty();
    }

    /** What each agent of a run does there. */
    public static ObjectNode states(Sql sql, RunKey run) throws SQLException {
        var states = Json.object();
        for (var agent : RunAgentTable.TABLE.of(sql, run, "", MAX_SHOWN)) {
            states.put(agent.key().agent(), Wire.name(agent.state()));
        }
        return states;
    }

    public static ObjectNode describe(Run run) {
        var body = describe(run.row());
        var participants = body.putObject("participants");
        run.members().roles().forEach((role, agent) -> participants.put(role, agent.value()));
        return body;
    }

    public static ObjectNode describe(RunTable.Row row) {
        var body =
                Json.object()
                        .put("run_id", row.key().run().value())
                        .put("session_id", row.session().value())
                        .put("protocol", Wire.name(row.protocol()))
                        .put("last_seq", row.head())
                        .put("internal_count", row.internal())
                        .put("open_matters", row.standing().openMatters())
                        .put("created_by", row.createdBy());
        body.set("created_at", Times.epochSeconds(row.createdAt()));
        return standing(body, row.standing());
    }

    /** How the run stands; what there is nothing to say of is left out. */
    static ObjectNode standing(ObjectNode body, Standing standing) {
        body.put("status", Wire.name(standing.status())).put("paused", standing.paused());
        optional(body, "reason", standing.reason());
        optional(body, "question_id", standing.question());
        optional(body, "summary", standing.summary());
        return body;
    }

    private static void optional(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
