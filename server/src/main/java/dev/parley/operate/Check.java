package dev.parley.operate;

import dev.parley.protocol.Kinds;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Failure;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.Blobs;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/**
 * Reads everything and compares: every log is whole, everything beside the logs is what follows
 * from them, every blob is the bytes that were uploaded.
 */
public final class Check {
    private static final int PAGE = 500;

    private final Store store;
    private final Blobs blobs;
    private final BlobBytes bytes;
    private final LongWork work;
    private final Kinds kinds;

    public Check(Store store, Blobs blobs, BlobBytes bytes, LongWork work, Kinds kinds) {
        this.store = store;
        this.blobs = blobs;
        this.bytes = bytes;
        this.work = work;
        this.kinds = kinds;
    }

    /** Checks the store as it is at one moment; it may go on working meanwhile. */
    public Findings run() {
        return work.call(this::examine);
    }

    private Findings examine() {
        var findings = new Findings();
        try (var _ = blobs.hold()) {
            return store.dialect()
                    .frozen(
                            sql -> {
                                examine(sql, findings);
                                return findings;
                            });
        } catch (SQLException damaged) {
            if (store.dialect().classify(damaged) == Failure.FULL) {
                throw new ParleyException(
                        Problem.STORE_FULL,
                        "there is no room for the copy of the database that a check reads",
                        damaged);
            }
            findings.report("the database cannot be read: " + damaged.getMessage());
            return findings;
        }
    }

    private void examine(Sql sql, Findings findings) throws SQLException {
        store.dialect().damage(sql).forEach(findings::report);
        var references = new References();
        var inboxes = new Tally();
        var last = new RunTable.Place("", "");
        while (true) {
            var page = RunTable.TABLE.page(sql, last, PAGE);
            for (var run : page) {
                new RunCheck(sql, run, kinds, references, inboxes, findings).examine();
            }
            if (page.size() < PAGE) {
                break;
            }
            last = RunTable.Place.of(page.getLast());
        }
        new InboxCheck(sql, findings).examine(inboxes);
        new StrayCheck(sql, findings).examine();
        new AuditCheck(sql, findings).examine();
        new BlobCheck(sql, bytes, references, findings).examine();
    }
}
