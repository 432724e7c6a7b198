package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.OccasionTable;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs that are always there for something: the one that there is, or the next once it has ended.
 */
public final class Standing {
    private static final int MAX_TRIES = 10;

    private final Store store;
    private final Runs runs;

    public Standing(Store store, Runs runs) {
        this.store = store;
        this.runs = runs;
    }

    /** Begins the next one, unless somebody else just has. */
    private record Renew(OccasionTable.Key occasion, @Nullable RunId instead, Begin begin)
            implements Command<Optional<RunId>> {
        @Override
        public void touches(Touches touches) {
            touches.lock(occasion.lock());
            touches.row(OccasionTable.TABLE, occasion);
        }

        @Override
        public Optional<RunId> decide(Tx tx) throws SQLException {
            var occasions = tx.rows(OccasionTable.TABLE);
            var known = occasions.find(occasion).map(OccasionTable.Row::run).orElse(null);
            if (!Objects.equals(known, instead)) {
                return Optional.empty();
            }
            var run = begin.key().run();
            occasions.put(new OccasionTable.Row(occasion, run));
            begin.decide(tx);
            return Optional.of(run);
        }
    }

    /**
     * The run for an occasion.
     *
     * @param occasion parts that hold no slash, with slashes between them
     * @param next what it is to be, if there is none or it has ended
     */
    public RunId of(Principal caller, String occasion, NewRun next) {
        var key = new OccasionTable.Key(caller.space(), occasion);
        return at(
                key,
                run -> Optional.of(run).filter(known -> isOpen(caller, known)),
                known -> store.write(new Renew(key, known, runs.begin(caller, next))));
    }

    /**
     * Does something in the run for an occasion, or has the next begin with it.
     *
     * @param occasion null when the same will never come again
     * @param there does it in the run that there is; nothing where that has ended
     * @param anew begins the next one, instead of that if there is one; nothing where somebody else
     *     just has
     */
    <R> R at(
            OccasionTable.@Nullable Key occasion,
            Function<RunId, Optional<R>> there,
            Function<@Nullable RunId, Optional<R>> anew) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            var known =
                    occasion == null
                            ? Optional.<RunId>empty()
                            : store.read(sql -> OccasionTable.TABLE.find(sql, occasion));
            var done = known.flatMap(there).or(() -> anew.apply(known.orElse(null)));
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new ParleyException(
                Problem.CONFLICT, "too many open a run for this at once; try it again");
    }

    private boolean isOpen(Principal caller, RunId run) {
        return !runs.get(caller, run).row().status().isFinal();
    }
}
