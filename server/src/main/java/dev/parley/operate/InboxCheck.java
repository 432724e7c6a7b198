package dev.parley.operate;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxHeadTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;

/** Follows every inbox and compares: each receipt stands in its recipient's inbox, once. */
final class InboxCheck {
    private static final int PAGE = 500;
    private static final int MAX_CURSORS = 100;

    private final Sql sql;
    private final Findings findings;
    private final Tally stored = new Tally();

    InboxCheck(Sql sql, Findings findings) {
        this.sql = sql;
        this.findings = findings;
    }

    /**
     * Compares.
     *
     * @param expected the receipts of all runs
     */
    void examine(Tally expected) throws SQLException {
        var last = new Last("", "", 0);
        while (true) {
            var page = InboxTable.TABLE.page(sql, last.space, last.recipient, last.position, PAGE);
            for (var row : page) {
                last = follow(last, row);
            }
            if (page.isEmpty()) {
                break;
            }
        }
        end(last);
        if (!stored.matches(expected)) {
            findings.report(
                    "the inboxes are not what follows from the receipts: "
                            + stored.differsFrom(expected));
        }
        for (var receipt : ReceiptTable.TABLE.misplaced(sql, MAX_CURSORS)) {
            findings.report(
                    receipt.recipient()
                            + "'s seq "
                            + receipt.seq()
                            + " of "
                            + receipt.run().run()
                            + " does not stand in the inbox where its receipt says");
        }
        for (var cursor : InboxCursorTable.TABLE.ahead(sql, MAX_CURSORS)) {
            findings.report(
                    "the cursor of "
                            + cursor.key().inbox().recipient()
                            + " is ahead of its inbox: "
                            + cursor.position());
        }
    }

    private record Last(String space, String recipient, long position) {
        boolean isIn(InboxKey inbox) {
            return space.equals(inbox.space().value()) && recipient.equals(inbox.recipient());
        }
    }

    private Last follow(Last last, InboxTable.Row row) throws SQLException {
        var inbox = row.key().inbox();
        if (!last.isIn(inbox)) {
            end(last);
        }
        if (row.attempt() == 1) {
            stored.entry(row.run(), inbox.recipient(), row.seq());
        }
        findings.count("inbox entries", 1);
        return new Last(inbox.space().value(), inbox.recipient(), row.key().position());
    }

    private void end(Last last) throws SQLException {
        if (last.position == 0) {
            return;
        }
        var inbox = new InboxKey(new Space(last.space), last.recipient);
        long head = InboxHeadTable.TABLE.head(sql, inbox);
        if (head != last.position) {
            findings.report(
                    "the inbox of "
                            + last.recipient
                            + " ends at "
                            + last.position
                            + " but its head says "
                            + head);
        }
    }
}
