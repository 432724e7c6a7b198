package dev.parley.store;

import dev.parley.protocol.Act;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Visibility;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.List;

/** The least that a run and its log need, for tests of the engine beneath them. */
public final class Appends {
    private Appends() {}

    public static RunKey begin(Store store, String id) {
        return begin(store, new RunKey(Space.DEFAULT, new RunId(id)));
    }

    public static RunKey begin(Store store, RunKey key) {
        store.write(
                tx -> {
                    tx.rows(RunTable.TABLE)
                            .put(
                                    RunTable.Row.begun(
                                            key,
                                            new SessionId("s"),
                                            RunProtocol.OPEN,
                                            0,
                                            "test",
                                            tx.now()));
                    return true;
                });
        return key;
    }

    /** Appends an entry, or answers -1 when it is there. */
    public static Command<Long> append(RunKey run, String id) {
        var unchecked = unchecked(run, id);
        return new Command<>() {
            @Override
            public void touches(Touches touches) {
                touches.lock(run.lock());
                touches.row(RunTable.TABLE, run);
                touches.row(MessageTable.TABLE, new MessageTable.Key(run, new MessageId(id)));
            }

            @Override
            public Long decide(Tx tx) throws SQLException {
                var key = new MessageTable.Key(run, new MessageId(id));
                return tx.rows(MessageTable.TABLE).findRepeated(key).isPresent()
                        ? -1L
                        : unchecked.decide(tx);
            }
        };
    }

    /** Appends an entry without looking whether its id is taken. */
    static Command<Long> unchecked(RunKey run, String id) {
        return tx -> {
            var grown =
                    tx.rows(RunTable.TABLE)
                            .find(run)
                            .orElseThrow()
                            .grown(Act.SAY, Visibility.USER_VISIBLE);
            tx.rows(RunTable.TABLE).put(grown);
            var key = new MessageTable.Key(run, new MessageId(id));
            tx.rows(MessageTable.TABLE)
                    .put(
                            new MessageTable.Row(
                                    key, grown.head(), "message", tx.now(), 0, new byte[32], "{}"));
            tx.rows(FeedTable.TABLE).put(FeedTable.Change.message(run, grown.head()));
            return grown.head();
        };
    }

    public static List<MessageTable.Row> log(Store store, RunKey run) {
        return store.read(sql -> MessageTable.TABLE.after(sql, run, 0, 1_000));
    }
}
