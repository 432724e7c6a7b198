package dev.parley.store.postgres;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The time on the wall as the database has it, so that all nodes have the same. Read now and then,
 * and carried on in between by nanoseconds, which nobody sets.
 */
public final class DatabaseClock implements InstantSource {
    /** How often it ought to be read. */
    public static final Duration READ_EVERY = Duration.ofSeconds(2);

    /** By as much two readings may differ because one answer took longer. */
    private static final Duration LITTLE = Duration.ofSeconds(1);

    private final LongSupplier nanos;
    private final AtomicReference<Instant> newest = new AtomicReference<>(Instant.EPOCH);
    private volatile Reading last;

    /** What the database said, and when that was. */
    private record Reading(Instant said, long at) {}

    private DatabaseClock(LongSupplier nanos, Reading first) {
        this.nanos = nanos;
        this.last = first;
    }

    /**
     * A clock that was read once.
     *
     * @param nanos counts nanoseconds from anywhere and never back, as {@link System#nanoTime} does
     */
    public static DatabaseClock open(PostgresDialect database, LongSupplier nanos) {
        try (var sql = database.connect()) {
            return new DatabaseClock(nanos, reading(sql, nanos));
        } catch (SQLException error) {
            throw new ParleyException(
                    Problem.STORE_UNREACHABLE,
                    "cannot open the store: " + error.getMessage(),
                    error);
        }
    }

    /** Stands still rather than go back a little; further back goes only the database itself. */
    @Override
    public Instant instant() {
        var known = last;
        var now = known.said.plusNanos(nanos.getAsLong() - known.at);
        return newest.accumulateAndGet(now, DatabaseClock::later);
    }

    private static Instant later(Instant before, Instant now) {
        boolean isALittleBack = now.isBefore(before) && before.minus(LITTLE).isBefore(now);
        return isALittleBack ? before : now;
    }

    /** Reads it again; says what it was. */
    public Instant read(Sql sql) throws SQLException {
        var now = reading(sql, nanos);
        last = now;
        return now.said;
    }

    /** The answer is taken to be half as old as it took to come. */
    private static Reading reading(Sql sql, LongSupplier nanos) throws SQLException {
        long asked = nanos.getAsLong();
        long micros =
                sql.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
        long answered = nanos.getAsLong();
        return new Reading(
                Instant.EPOCH.plusNanos(Math.multiplyExact(micros, 1_000L)),
                asked + (answered - asked) / 2);
    }
}
