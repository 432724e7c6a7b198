package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.LogView;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What became of a message for each of its recipients. */
public final class Receipts {
    /** How many one page of a stretch of the log has, unless a single message has more. */
    private static final int MAX_ROWS = 2_000;

    private final Store store;
    private final Waits waits;
    private final Runs runs;

    public Receipts(Store store, Waits waits, Runs runs) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
    }

    /** They are shown once nothing more is expected of anybody, or the patience is over. */
    public List<ReceiptTable.Row> of(
            Principal caller, RunId id, MessageId message, Duration patience) {
        var run = runs.facts(caller, id);
        var sent = runs.message(caller, id, message);
        return waits.on(caller, new Topic.Run(caller.space(), id), patience)
                .until(
                        () -> store.read(sql -> read(sql, run, sent)),
                        rows -> rows.stream().allMatch(ReceiptTable.Row::isSettled));
    }

    /**
     * What became of the messages between two seqs, in the order of the log; up to the seq that the
     * page reached.
     */
    public record Page(List<ReceiptTable.Row> rows, long to) {}

    /** Those of a stretch of the log, as far as one page has room for them. */
    public Page between(Principal caller, RunId id, long from, long to) {
        var run = runs.get(caller, id);
        if (from > run.row().head()) {
            return new Page(List.of(), from - 1);
        }
        var view = LogView.after(from - 1, (int) (to - from + 1));
        var log = runs.log(caller, id, view, Duration.ZERO);
        var recipients = new TreeSet<String>();
        for (var message : log.messages()) {
            recipients.addAll(recipients(run, message));
        }
        return store.read(sql -> page(sql, run, recipients, from, Math.max(from - 1, log.to())));
    }

    private static Page page(Sql sql, Run run, Set<String> recipients, long from, long to)
            throws SQLException {
        var rows = new ArrayList<ReceiptTable.Row>();
        long end = to;
        for (var recipient : recipients) {
            var some =
                    ReceiptTable.TABLE.between(
                            sql, run.row().key(), recipient, from, end, MAX_ROWS);
            rows.addAll(some);
            end = some.size() < MAX_ROWS ? end : some.getLast().key().seq();
            end = fitting(rows, end);
        }
        long last = end;
        rows.removeIf(row -> row.key().seq() > last);
        rows.sort(Comparator.comparingLong(row -> row.key().seq()));
        return new Page(rows, end);
    }

    /** The seq up to which there is room for all of these, and never less than one message. */
    private static long fitting(List<ReceiptTable.Row> rows, long end) {
        if (rows.size() <= MAX_ROWS) {
            return end;
        }
        var seqs = rows.stream().mapToLong(row -> row.key().seq()).sorted().toArray();
        long cut = seqs[MAX_ROWS] - 1;
        return Math.min(end, Math.max(cut, seqs[0]));
    }

    /** Whether all who must ack have; where nobody must, whether all did, if there is anybody. */
    public static boolean isAcked(List<ReceiptTable.Row> receipts) {
        boolean must = receipts.stream().anyMatch(ReceiptTable.Row::needsAck);
        return !receipts.isEmpty()
                && receipts.stream()
                        .filter(receipt -> receipt.needsAck() || !must)
                        .allMatch(receipt -> receipt.ackedAt() != null);
    }

    private static List<ReceiptTable.Row> read(Sql sql, Run run, Message message)
            throws SQLException {
        var key = run.row().key();
        if (message.toAgent().isBroadcast()) {
            return ReceiptTable.TABLE.ofBroadcast(sql, key, message.seq());
        }
        var rows = new ArrayList<ReceiptTable.Row>();
        for (var name : recipients(run, message)) {
            ReceiptTable.TABLE
                    .find(sql, new ReceiptTable.Key(key, name, message.seq()))
                    .ifPresent(rows::add);
        }
        return rows;
    }

    private static Set<String> recipients(Run run, Message message) {
        return run.members().recipients(message.fromAgent(), message.toAgent());
    }
}
