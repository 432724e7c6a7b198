package dev.parley.run;

import dev.parley.agent.Presence;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Message;
import dev.parley.protocol.RunProtocol;
import dev.parley.store.Store;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.RunTable;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Ends the waiting for replies that do not come in time. Who is away is waited for, unless the
 * asker named a deadline or the run is a tree.
 */
public final class ReplyClock {
    private static final int PAGE = 100;
    private static final Duration LATER = Duration.ofMinutes(1);

    private final Store store;
    private final Presence presence;
    private final InstantSource clock;
    private final HubLines lines;
    private final Clocks clocks;

    public ReplyClock(Store store, Presence presence, InstantSource clock, Ids ids, Clocks clocks) {
        this.store = store;
        this.presence = presence;
        this.clock = clock;
        this.lines = new HubLines(ids);
        this.clocks = clocks;
    }

    /** Looks once at everything that is due. */
    public void round() {
        var due = store.read(sql -> AwaitedTable.TABLE.due(sql, clock.instant(), PAGE));
        for (var awaited : due) {
            var message = message(awaited);
            store.write(
                    new TimeOut(
                            awaited.key(),
                            message,
                            members(awaited),
                            !isPatient(awaited, message),
                            LATER,
                            lines,
                            clocks));
        }
    }

    private Message message(AwaitedTable.Row awaited) {
        var key = awaited.key();
        return store.read(sql -> MessageTable.TABLE.at(sql, key.run(), key.seq()))
                .map(Entry::message)
                .orElseThrow();
    }

    private Members members(AwaitedTable.Row awaited) {
        var run = awaited.key().run();
        return new Members(store.read(sql -> ParticipantTable.TABLE.of(sql, run)));
    }

    /** Whether the asker waits on although the usual time is over. */
    private boolean isPatient(AwaitedTable.Row awaited, Message message) {
        var run = awaited.key().run();
        boolean isStrict =
                message.deadlineAt() != null
                        || store.read(sql -> RunTable.TABLE.find(sql, run))
                                .filter(row -> row.protocol() == RunProtocol.TREE)
                                .isPresent();
        return !isStrict
                && !awaited.asked().equals(Address.USER.value())
                && presence.online(run.space(), new AgentName(awaited.asked())).isEmpty();
    }
}
