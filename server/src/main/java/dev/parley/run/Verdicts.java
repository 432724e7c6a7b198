package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.VerdictTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a report is what was asked for. The hub's own rule looks at what the report itself says:
 * its {@code status} is {@code completed}, or it has none, and there is a result that is more than
 * the task repeated. A model may judge anew.
 */
public record Verdicts(Store store) {
    /** As whose verdict the rule's are kept. */
    public static final String RULE = "rule";

    /** As whose verdict those of a model are kept. */
    public static final String MODEL = "model";

    private static final String COMPLETED = "completed";

    /** Judges a report by the rule, in the batch that adds it. */
    static void judge(Tx tx, RunKey run, Message report, @Nullable Message task) {
        var reason = objection(report, task);
        tx.rows(VerdictTable.TABLE)
                .put(
                        new VerdictTable.Row(
                                new VerdictTable.Key(run, report.seq()),
                                reason.isEmpty(),
                                reason.orElse("it says that it is done, and brings a result"),
                                RULE));
    }

    private static Optional<String> objection(Message report, @Nullable Message task) {
        var status = report.payload().path("status").asText(COMPLETED);
        if (!status.equals(COMPLETED)) {
            return Optional.of("it says itself that it is " + status);
        }
        if (report.payloadRef() != null) {
            return Optional.empty();
        }
        var words = words(report);
        if (words.isBlank()) {
            return Optional.of("it brings no result");
        }
        return task != null && words.strip().equalsIgnoreCase(words(task).strip())
                ? Optional.of("it only repeats the task")
                : Optional.empty();
    }

    /** A result need not be words. */
    private static String words(Message message) {
        var result = message.payload().path("result");
        return result.isContainerNode() || result.isNumber() || result.isBoolean()
                ? Json.write(result)
                : Wording.inline(message);
    }

    /** The verdicts on the reports among some messages of a run, by their seq. */
    public Map<Long, VerdictTable.Row> on(RunKey run, List<Message> messages) {
        var reports = messages.stream().filter(message -> message.act() == Act.RESULT).toList();
        var verdicts = new HashMap<Long, VerdictTable.Row>();
        if (!reports.isEmpty()) {
            long from = reports.getFirst().seq();
            long to = reports.getLast().seq();
            store.read(sql -> VerdictTable.TABLE.between(sql, run, from, to))
                    .forEach(row -> verdicts.put(row.key().seq(), row));
        }
        return verdicts;
    }

    /** Puts a model's verdict in the place of the rule's. */
    public VerdictTable.Row amend(VerdictTable.Key report, boolean completed, String reason) {
        var verdict = new VerdictTable.Row(report, completed, reason, MODEL);
        return store.write(new Amend(verdict));
    }

    private record Amend(VerdictTable.Row verdict) implements Command<VerdictTable.Row> {
        @Override
        public void touches(Touches touches) {
            touches.lock(verdict.key().run().lock());
        }

        @Override
        public VerdictTable.Row decide(Tx tx) {
            tx.rows(VerdictTable.TABLE).put(verdict);
            return verdict;
        }
    }

    /** A verdict as it is read: exactly what was decided and why. */
    public static ObjectNode json(VerdictTable.Row verdict) {
        return Json.object().put(COMPLETED, verdict.completed()).put("reason", verdict.reason());
    }
}
