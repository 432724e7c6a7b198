package dev.parley.audit;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AuditTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what was refused and what people did. */
public final class Audit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration LONGEST_UNSAID = Duration.ofHours(1);
    private static final long MOST_UNSAID = 1_000;

    /** Entries that one command appends. */
    private static final int MAX_AT_ONCE = 200;

    private final Store store;
    private final InstantSource clock;
    private final Refusals refusals = new Refusals();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("parley-audit").daemon().factory());
    private volatile boolean hasGrown;
    private Head last = Head.NONE;
    private Head said = Head.NONE;
    private long saidAt;

    public Audit(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    public Audit start() {
        thread.execute(this::begin);
        var _ =
                thread.scheduleWithFixedDelay(
                        this::round, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
        return this;
    }

    /** No start waits for this. */
    private void begin() {
        try {
            last = store.read(Head::read);
            sayHead("start");
        } catch (ParleyException unwell) {
            LOG.warn("event=audit-head-unknown problem={}", unwell.problem().slug());
        }
    }

    /** Keeps what somebody has done; it is durable when this returns. */
    public void act(Happening act) {
        try {
            store.write(new Append(List.of(new Refusals.Counted(act, clock.instant(), 1))));
            hasGrown = true;
        } catch (ParleyException failed) {
            boolean isFull = failed.problem() == Problem.STORE_FULL;
            throw new ParleyException(
                    isFull ? Problem.STORE_FULL : Problem.OUTCOME_UNKNOWN,
                    "this could not be noted in the audit and may have been done all the same; look"
                            + " before you repeat it",
                    failed);
        }
    }

    /** The same in one transaction with the act itself: neither is there without the other. */
    public <R> Command<R> with(Command<R> act, Function<R, @Nullable Happening> told) {
        hasGrown = true;
        return new Command<>() {
            @Override
            public void touches(Touches touches) {
                act.touches(touches);
                Chain.touches(touches);
            }

            @Override
            public int weight() {
                return act.weight();
            }

            @Override
            public R decide(Tx tx) throws SQLException {
                var result = act.decide(tx);
                var happened = told.apply(result);
                if (happened != null) {
                    Chain.append(tx, happened, tx.now(), 1);
                }
                return result;
            }
        };
    }

    /** Keeps something together with whatever else the command puts that finds it. */
    public void note(Tx tx, Happening what) throws SQLException {
        hasGrown = true;
        Chain.hold(tx);
        Chain.append(tx, what, tx.now(), 1);
    }

    /** Keeps a refusal, at the latest when its minute has ended; nobody waits for that. */
    public void refused(Happening refusal) {
        refusals.add(refusal, clock.instant());
    }

    /** Entries before one, newest first, with every refusal whose minute is over. */
    public List<AuditTable.Row> before(long n, AuditTable.Wanted wanted, int limit) {
        settle();
        return store.read(sql -> AuditTable.TABLE.before(sql, n, wanted, limit));
    }

    /** Follows the chain from its beginning, up to a head that was written down if there is one. */
    public Verdict verify(Optional<Head> writtenDown) {
        var walk = new Walk(writtenDown);
        while (store.read(walk::page)) {}
        return walk.verdict();
    }

    /** Notes the refusals whose minute is over. */
    private void settle() {
        write(refusals.takeOver(clock.instant()));
    }

    private void write(List<Refusals.Counted> counted) {
        for (int from = 0; from < counted.size(); from += MAX_AT_ONCE) {
            var some = counted.subList(from, Math.min(counted.size(), from + MAX_AT_ONCE));
            try {
                store.write(new Append(some));
                hasGrown = true;
            } catch (ParleyException failed) {
                refusals.drop(some);
                LOG.warn("event=audit-late problem={}", failed.problem().slug());
            }
        }
    }

    private void round() {
        try {
            settle();
            sayHeadIfDue();
        } catch (ParleyException failed) {
            LOG.warn("event=audit-late problem={}", failed.problem().slug());
        } catch (RuntimeException bug) {
            LOG.error("event=audit-failed", bug);
        }
    }

    /** Looks only when something was appended since the last round. */
    private void sayHeadIfDue() {
        if (hasGrown) {
            hasGrown = false;
            last = store.read(Head::read);
        }
        boolean isLong = System.nanoTime() - saidAt >= LONGEST_UNSAID.toNanos();
        if (isLong || last.n() / MOST_UNSAID > said.n() / MOST_UNSAID) {
            sayHead("grown");
        }
    }

    /** Repeats the end of the chain where whoever changes the database does not reach. */
    private void sayHead(String when) {
        if (!last.equals(said)) {
            LOG.info("event=audit-head when={} head={}", when, last);
            said = last;
        }
        saidAt = System.nanoTime();
    }

    /** Notes everything that is still open; nothing is noted afterwards. */
    @Override
    public void close() {
        thread.close();
        write(refusals.takeAll(clock.instant()));
        try {
            last = store.read(Head::read);
            sayHead("stop");
        } catch (ParleyException unwell) {
            LOG.warn("event=audit-head-unknown problem={}", unwell.problem().slug());
        }
    }

    /** Adds entries at the end of the chain. */
    private record Append(List<Refusals.Counted> entries) implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            Chain.touches(touches);
        }

        @Override
        public int weight() {
            return 512 * entries.size();
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            for (var entry : entries) {
                Chain.append(tx, entry.first(), entry.at(), entry.count());
            }
            return true;
        }
    }
}
