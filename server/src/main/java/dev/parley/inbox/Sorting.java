package dev.parley.inbox;

import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a puller may have of a run's log, without giving it anything yet. */
record Sorting(Store store) {
    /** Goes on where a whole page was for other instances. */
    Mailbag read(Puller puller, Pull pull) {
        var bag = store.read(sql -> read(sql, puller, pull, null));
        while (bag.isEmpty() && bag.end() > bag.from()) {
            long end = bag.end();
            var next = store.read(sql -> read(sql, puller, pull, end));
            bag = bag.then(next);
            if (next.end() == end) {
                break;
            }
        }
        return bag;
    }

    private static Mailbag read(Sql sql, Puller puller, Pull pull, @Nullable Long goingOn)
            throws SQLException {
        var place = puller.place();
        long cursor = CursorTable.TABLE.seq(sql, place);
        long from = pull.after() == null ? cursor : pull.after();
        Runs.requireReached(RunTable.TABLE.head(sql, place.run()), from);
        boolean isShared = !puller.isOnly() || Sharing.isShared(sql, puller.reader().inbox());
        long end = goingOn == null ? from : goingOn;
        var deliveries =
                MessageTable.TABLE.forRecipient(
                        sql, place.run(), place.recipient(), end, pull.maxItems());
        var letters = new ArrayList<Letter>();
        for (var delivery : deliveries) {
            var letter = new Letter(Entry.message(delivery.message()), delivery.state(), false);
            end = letter.seq();
            if (mayHave(sql, puller, letter, isShared)) {
                letters.add(letter);
            }
        }
        return new Mailbag(
                from, cursor, end, letters, anew(sql, puller, pull, end, isShared), isShared);
    }

    private static List<Letter> anew(Sql sql, Puller puller, Pull pull, long end, boolean isShared)
            throws SQLException {
        var letters = new ArrayList<Letter>();
        var place = puller.place();
        long after = 0;
        while (true) {
            var page =
                    AckClockTable.TABLE.toHand(
                            sql, place.run(), place.recipient(), after, end, pull.maxItems());
            for (var row : page) {
                var letter = new Letter(Entry.message(row), ReceiptState.DELIVERED, true);
                if (mayHave(sql, puller, letter, isShared)) {
                    letters.add(letter);
                }
            }
            if (page.isEmpty() || !letters.isEmpty()) {
                return letters;
            }
            after = page.getLast().seq();
        }
    }

    private static boolean mayHave(Sql sql, Puller puller, Letter letter, boolean isShared)
            throws SQLException {
        boolean isForAnother =
                Offered.addressed(letter.message())
                        .filter(other -> !other.equals(puller.instance()))
                        .isPresent();
        return !isForAnother && (!isShared || mayHave(sql, puller, letter));
    }

    /** What somebody holds is for no other until it is released. */
    private static boolean mayHave(Sql sql, Puller puller, Letter letter) throws SQLException {
        var held = HeldTable.TABLE.find(sql, puller.receipt(letter));
        return held.map(HeldTable.Row::instance)
                .map(puller.instance()::equals)
                .map(isOwn -> isOwn && letter.isUnderWay())
                .orElse(letter.isFresh());
    }
}
