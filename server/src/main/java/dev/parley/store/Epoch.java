package dev.parley.store;

import dev.parley.protocol.Ids;
import java.util.Optional;

/** The store's history, named: a restored backup begins a new one. */
public final class Epoch {
    private Epoch() {}

    /** The epoch in force; the first start, and a start on another server, begin one. */
    static Command<String> current(Ids ids, String identity) {
        return tx -> {
            var meta = tx.rows(Meta.TABLE);
            var server = new Meta.Entry(Meta.SYSTEM, identity);
            var known = meta.find(Meta.EPOCH);
            if (known.isPresent() && meta.find(Meta.SYSTEM).equals(Optional.of(server))) {
                return known.get().value();
            }
            meta.put(server);
            return begin(tx, ids);
        };
    }

    /** Begins a new epoch. */
    public static String begin(Tx tx, Ids ids) {
        var epoch = ids.next("ep");
        tx.rows(Meta.TABLE).put(new Meta.Entry(Meta.EPOCH, epoch));
        return epoch;
    }
}
