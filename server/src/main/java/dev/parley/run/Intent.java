package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Tx;
import dev.parley.store.table.IntentTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.stream.Collectors;

/** What the manager understands the user to want, and what the log makes of it. */
final class Intent {
    static final String CRITERIA = "acceptance_criteria";
    static final String DECISIONS = "decisions";
    static final String APPROVALS = "approvals";
    private static final int MAX_DECISIONS = 1_000;

    private Intent() {}

    /** A snapshot in which nothing is said yet. */
    static ObjectNode empty() {
        var intent = Json.object().put("objective", "");
        intent.putArray("constraints");
        intent.putArray(CRITERIA);
        intent.putNull("selected_project");
        intent.putArray("selected_targets");
        intent.putArray(APPROVALS);
        intent.putArray(DECISIONS);
        return intent;
    }

    /** Refuses to end a run whose acceptance criteria are not all met or waived. */
    static void requireJudged(Tx tx, RunKey run) throws SQLException {
        var row = tx.rows(IntentTable.TABLE).find(run);
        if (row.isEmpty()) {
            return;
        }
        var open =
                Json.parseTrusted(row.get().body())
                        .path(CRITERIA)
                        .valueStream()
                        .filter(criterion -> criterion.path("status").asText().equals("open"))
                        .map(criterion -> criterion.path("id").asText())
                        .collect(Collectors.joining(", "));
        if (!open.isEmpty()) {
            throw new ParleyException(
                    Problem.CRITERIA_OPEN,
                    "these acceptance criteria are open: "
                            + open
                            + "; say with PUT /api/runs/"
                            + run.run()
                            + "/intent that each is met (shown_by a message) or waived");
        }
    }

    /** Records a decision; approvals also on their own. */
    static void decided(Tx tx, RunKey run, Message message) throws SQLException {
        record(tx, run, message, decision(message));
    }

    /** Records what a person has decided about one exact action. */
    static void approval(
            Tx tx, RunKey run, Message message, QuestionTable.Row question, String decided)
            throws SQLException {
        var action = Asked.read(question.asked()).approval();
        var decision =
                decision(message)
                        .put("decision", decided)
                        .put("question_id", question.key().id())
                        .put("digest", question.digest())
                        .set("action", action == null ? null : action.get("action"));
        record(tx, run, message, decision);
    }

    private static void record(Tx tx, RunKey run, Message message, JsonNode decision)
            throws SQLException {
        var intents = tx.rows(IntentTable.TABLE);
        var known = intents.find(run);
        var body = known.isPresent() ? Json.parseTrusted(known.get().body()) : Intent.empty();
        record(body, DECISIONS, decision);
        if (decision.path("decision").asText().equals("approve")) {
            record(body, APPROVALS, decision);
        }
        intents.put(
                new IntentTable.Row(
                        run,
                        known.map(IntentTable.Row::version).orElse(0L) + 1,
                        Json.write(body),
                        message.sender(),
                        tx.now()));
    }

    private static void record(ObjectNode intent, String field, JsonNode decision) {
        var list = intent.withArray(field);
        list.add(decision);
        if (list.size() > MAX_DECISIONS) {
            list.remove(0);
        }
    }

    private static ObjectNode decision(Message message) {
        var decision =
                Json.object()
                        .put("message_id", message.messageId().value())
                        .put("seq", message.seq())
                        .put("by", message.fromAgent().value())
                        .put("to", message.toAgent().value())
                        .put("summary", message.summary());
        decision.set("at", Times.epochSeconds(message.createdAt()));
        var value = message.payload().path("decision");
        return value.isMissingNode() ? decision : decision.set("decision", value);
    }
}
