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
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            var known = store.read(sql -> OccasionTable.TABLE.find(sql, key));
            if (known.filter(run -> isOpen(caller, run)).isPresent()) {
                return known.get();
            }
            var begun = store.write(new Renew(key, known.orElse(null), runs.begin(caller, next)));
            if (begun.isPresent()) {
                return begun.get();
            }
        }
        throw new ParleyException(
                Problem.CONFLICT, "too many open a run for this at once; try it again");
    }

    private boolean isOpen(Principal caller, RunId run) {
        return !runs.get(caller, run).row().status().isFinal();
    }
}
