package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.store.Command;
import dev.parley.store.Tx;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.time.Instant;

/** Begins a run, whose id must be new. */
record Begin(RunKey key, SessionId session, RunProtocol protocol, Members members, String createdBy)
        implements Command<Run> {
    @Override
    public Run decide(Tx tx) {
        var run = run(tx.now());
        tx.rows(RunTable.TABLE).put(run.row());
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.run(run.row()));
        tx.wake(new Topic.Run(key.space(), key.run()));
        members.roles()
                .forEach(
                        (role, agent) ->
                                tx.rows(ParticipantTable.TABLE)
                                        .put(
                                                new ParticipantTable.Row(
                                                        new ParticipantTable.Key(key, role),
                                                        agent)));
        return run;
    }

    /** The run as it will be, so that its first message can be composed. */
    Run run(Instant begun) {
        return new Run(
                RunTable.Row.begun(key, session, protocol, members.size(), createdBy, begun),
                members);
    }
}
