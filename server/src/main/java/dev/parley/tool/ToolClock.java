package dev.parley.tool;

import dev.parley.clock.HubTime;
import dev.parley.metric.Metrics;
import dev.parley.protocol.ToolStatus;
import dev.parley.run.Chronicle;
import dev.parley.run.Payloads;
import dev.parley.store.Store;
import dev.parley.store.table.ToolCallTable;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what became of calls whose hub has died: nobody knows, and they are not made again. */
public final class ToolClock {
    private static final Logger LOG = LoggerFactory.getLogger(ToolClock.class);

    public static final Duration PERIOD = Duration.ofSeconds(5);

    /**
     * How long after its timeout a call may still be told of: its server may have to be started.
     */
    static final Duration GRACE = Duration.ofMinutes(2);

    private static final int PAGE = 100;
    private static final String WHY =
            "the hub ended while the call was under way; whether the tool has done anything is not"
                    + " known";

    private final Store store;
    private final HubTime time;
    private final Chronicle chronicle;
    private final Metrics metrics;

    public ToolClock(Store store, HubTime time, Chronicle chronicle, Metrics metrics) {
        this.store = store;
        this.time = time;
        this.chronicle = chronicle;
        this.metrics = metrics;
    }

    /** A hub that is alone with its store has begun none of what it finds when it starts. */
    public void begin() {
        if (!store.dialect().isShared()) {
            settle(Long.MAX_VALUE);
        }
    }

    public void round() {
        settle(time.now());
    }

    private void settle(long moment) {
        int left = 0;
        List<ToolCallTable.Row> page;
        do {
            int passed = left;
            page = store.read(sql -> ToolCallTable.TABLE.due(sql, moment, PAGE, passed));
            left += (int) page.stream().filter(call -> !interrupt(call)).count();
        } while (page.size() == PAGE);
    }

    /** Whether it could be told; one that cannot hides no other, and stops no hub that starts. */
    private boolean interrupt(ToolCallTable.Row call) {
        var outcome = Outcome.without(call.key().call(), call.tool(), ToolStatus.INTERRUPTED, WHY);
        var kept = new Payloads.Kept(outcome.payload(), null);
        try {
            store.write(new EndCall(call, outcome, kept, chronicle));
        } catch (RuntimeException failed) {
            LOG.error(
                    "event=tool-call-untold run={} call={} why={}",
                    call.key().run().run(),
                    call.key().call(),
                    failed.toString());
            return false;
        }
        metrics.toolCalled(ToolStatus.INTERRUPTED, Duration.ZERO);
        return true;
    }
}
