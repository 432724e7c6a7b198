package dev.parley.operate;

import dev.parley.agent.Presence;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import dev.parley.store.table.ToolRecordTable;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets, little by little, what nobody needs any more. */
public final class Upkeep {
    public static final Duration PERIOD = Duration.ofMinutes(10);
    private static final int PAGE = 200;

    /** How many calls of tools are kept in a space. */
    private static final int MAX_CALLS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final Store store;
    private final Blobs blobs;
    private final Presence presence;

    public Upkeep(Store store, Blobs blobs, Presence presence) {
        this.store = store;
        this.blobs = blobs;
        this.presence = presence;
    }

    /** Does everything that is due, in small commands between which others get their turn. */
    public void round() {
        while (forgetAnswers() == PAGE || blobs.collect() > 0 || presence.forget()) {
            LOG.debug("forgetting goes on");
        }
        blobs.sweep();
        for (var space : store.read(sql -> ToolRecordTable.TABLE.beyond(sql, MAX_CALLS))) {
            while (forgetCalls(space) == PAGE) {
                LOG.debug("forgetting goes on");
            }
        }
    }

    private int forgetCalls(Space space) {
        return store.write(tx -> ToolRecordTable.TABLE.forget(tx.sql(), space, MAX_CALLS, PAGE));
    }

    private int forgetAnswers() {
        return store.write(
                tx -> AnswerTable.TABLE.forget(tx.sql(), tx.now().minus(Once.REMEMBERED), PAGE));
    }
}
