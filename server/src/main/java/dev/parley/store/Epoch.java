package dev.parley.store;

import dev.parley.protocol.Ids;
import java.sql.SQLException;
import java.util.Optional;

/** The store's history, named: a restored backup begins a new one. */
public final class Epoch {
    private Epoch() {}

    /** Begins a new epoch. */
    public static String begin(Tx tx, Ids ids) {
        var epoch = ids.next("ep");
        tx.rows(Meta.TABLE).put(new Meta.Entry(Meta.EPOCH, epoch));
        return epoch;
    }

    /**
     * The epoch in force; the first start, and a start on another server, begin one.
     *
     * @param identity names the server that holds the data
     */
    record Current(Ids ids, String identity) implements Command<String> {
        @Override
        public void touches(Touches touches) {
            touches.lock("epoch");
        }

        @Override
        public String decide(Tx tx) throws SQLException {
            var meta = tx.rows(Meta.TABLE);
            var server = new Meta.Entry(Meta.SYSTEM, identity);
            var known = meta.find(Meta.EPOCH);
            if (known.isPresent() && meta.find(Meta.SYSTEM).equals(Optional.of(server))) {
                return known.get().value();
            }
            meta.put(server);
            return begin(tx, ids);
        }
    }
}
