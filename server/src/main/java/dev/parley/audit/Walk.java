package dev.parley.audit;

import static dev.parley.audit.Verdict.Kind.ADDED;
import static dev.parley.audit.Verdict.Kind.CHANGED;
import static dev.parley.audit.Verdict.Kind.CUT_OFF;
import static dev.parley.audit.Verdict.Kind.REMOVED;
import static dev.parley.audit.Verdict.Kind.REORDERED;

import dev.parley.store.Sql;
import dev.parley.store.table.AuditTable;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Follows the chain page by page, from its beginning to the first thing that is wrong. */
public final class Walk {
    private static final int PAGE = 500;

    /** How many removed entries are recognised when those after them were given new numbers. */
    private static final int MAX_GAP = 1_000;

    private final Optional<Head> writtenDown;
    private Head last = Head.NONE;
    private Optional<Head> end = Optional.empty();
    private long stored;
    private Optional<Verdict.Fault> fault = Optional.empty();

    /**
     * @param writtenDown a head that was noted outside of the database, if there is one
     */
    public Walk(Optional<Head> writtenDown) {
        this.writtenDown = writtenDown;
    }

    /** Follows another page; false at the end, or when something is wrong. */
    public boolean page(Sql sql) throws SQLException {
        if (end.isEmpty()) {
            // What is appended from here on is left for another walk.
            end = Optional.of(Head.read(sql));
            stored = AuditTable.TABLE.last(sql);
        }
        var entries = AuditTable.TABLE.after(sql, last.n(), PAGE);
        for (var entry : entries) {
            if (last.n() >= end.get().n()) {
                break;
            }
            fault = judge(sql, entry);
            if (fault.isPresent()) {
                return false;
            }
            last = Head.of(entry);
        }
        if (entries.size() == PAGE && last.n() < end.get().n()) {
            return true;
        }
        fault = judgeEnd(end.get());
        return false;
    }

    public Verdict verdict() {
        return new Verdict(last.n(), last, fault);
    }

    private Optional<Verdict.Fault> judge(Sql sql, AuditTable.Row entry) throws SQLException {
        long next = last.n() + 1;
        boolean follows = entry.previous().equals(last.hash());
        boolean isItself = entry.hash().equals(Chain.hash(entry));
        if (entry.n() == next && follows && isItself) {
            return judgeWrittenDown(entry);
        }
        var elsewhere = AuditTable.TABLE.following(sql, last.hash(), next);
        if (elsewhere.isPresent()) {
            return wrong(REORDERED, next, "it stands as entry " + elsewhere.get().n());
        }
        if (entry.n() != next) {
            return wrong(REMOVED, next, "the next one is entry " + entry.n());
        }
        var before = formerPlace(entry);
        if (before.isPresent()) {
            return wrong(
                    REMOVED, next, "what stands there was written as entry " + before.getAsLong());
        }
        return isItself && last.n() > 0
                ? wrong(CHANGED, last.n(), "entry " + next + " follows another one")
                : wrong(CHANGED, next, "it is not what was written");
    }

    /** Where an entry stood that was given another number, if it was not far away. */
    private static OptionalLong formerPlace(AuditTable.Row entry) {
        return LongStream.rangeClosed(entry.n() + 1, entry.n() + MAX_GAP)
                .filter(place -> entry.hash().equals(Chain.hash(entry.at(place))))
                .findFirst();
    }

    private Optional<Verdict.Fault> judgeWrittenDown(AuditTable.Row entry) {
        return writtenDown
                .filter(head -> head.n() == entry.n() && !head.hash().equals(entry.hash()))
                .flatMap(
                        _ ->
                                wrong(
                                        CHANGED,
                                        entry.n(),
                                        "it, or one before it, is not what it was when the head"
                                                + " was written down"));
    }

    private Optional<Verdict.Fault> judgeEnd(Head end) {
        long known = Math.max(end.n(), writtenDown.map(Head::n).orElse(0L));
        if (last.n() < known) {
            return wrong(
                    CUT_OFF,
                    last.n() + 1,
                    "the chain ends at " + last.n() + ", but once reached " + known);
        }
        if (stored > end.n()) {
            return wrong(ADDED, end.n() + 1, "the chain's head is entry " + end.n());
        }
        return last.equals(end)
                ? Optional.empty()
                : wrong(CHANGED, last.n(), "the chain's head has another hash");
    }

    private static Optional<Verdict.Fault> wrong(Verdict.Kind kind, long n, String why) {
        return Optional.of(new Verdict.Fault(kind, n, why));
    }
}
