package dev.parley.session;

import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Ids;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.codec.Envelope;
import dev.parley.run.Append;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.run.Wording;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells the session that has spawned another how that came along, unless it was told already. */
final class Echo {
    /** How far back it is looked whether the spawned one has called back itself. */
    private static final int LOOKED_AT = 100;

    private static final int MAX_WORDS = 8_000;

    private final Store store;
    private final Runs runs;
    private final Ids ids;

    Echo(Store store, Runs runs, Ids ids) {
        this.store = store;
        this.runs = runs;
        this.ids = ids;
    }

    /** What is to be added to the log of whoever wanted the turn taken, if it is told there. */
    @Nullable Append of(SessionRow session, TurnTable.Row turn, String words, boolean isFault) {
        var parent = session.parent();
        if (parent == null) {
            return null;
        }
        return store.read(sql -> listener(sql, session, turn, isFault))
                .map(listener -> compose(listener, session, turn, words, isFault))
                .orElse(null);
    }

    private Optional<SessionRow> listener(
            Sql sql, SessionRow session, TurnTable.Row turn, boolean isFault) throws SQLException {
        var space = session.key().run().space();
        var asked = MessageTable.TABLE.at(sql, session.key().run(), turn.key().seq());
        var from = asked.map(Entry::message).map(message -> message.fromSession());
        if (from.isEmpty() || !from.get().equals(session.parent())) {
            return Optional.empty();
        }
        var listener = SessionTable.TABLE.find(sql, space, from.get());
        if (listener.isEmpty() || listener.get().closedAt() != null) {
            return Optional.empty();
        }
        var since = turn.startedAt() == null ? turn.createdAt() : turn.startedAt();
        boolean isTold = !isFault && hasCalled(sql, listener.get(), session.id(), since);
        return isTold ? Optional.empty() : listener;
    }

    private static boolean hasCalled(Sql sql, SessionRow listener, SessionId by, Instant since)
            throws SQLException {
        var run = listener.key().run();
        long head = RunTable.TABLE.find(sql, run).map(RunTable.Row::head).orElse(0L);
        return MessageTable.TABLE.after(sql, run, head - LOOKED_AT, LOOKED_AT).stream()
                .filter(row -> !row.createdAt().isBefore(since))
                .map(Entry::message)
                .anyMatch(message -> by.equals(message.fromSession()));
    }

    private @Nullable Append compose(
            SessionRow listener,
            SessionRow session,
            TurnTable.Row turn,
            String words,
            boolean isFault) {
        var short_ = words.length() <= MAX_WORDS ? words : words.substring(0, MAX_WORDS) + " ...";
        var said =
                "Session %s %s:\n%s"
                        .formatted(session.id(), isFault ? "has failed" : "has answered", short_);
        var draft =
                Wording.write(
                                Draft.to(Address.of(listener.key().agent()), Envelope.DEFAULT_KIND)
                                        .messageId(new MessageId(ids.next("msg")))
                                        .correlation(turn.message().value())
                                        .source(Source.AGENT)
                                        .fromSession(session.id()),
                                said)
                        .build();
        var hub = Performing.hub(listener.key().run().space());
        try {
            return runs.append(
                    Performing.agent(session.key()),
                    runs.get(hub, listener.key().run().run()),
                    draft);
        } catch (ParleyException _) {
            // Whoever may not speak there tells nobody; the log of its own run has it.
            return null;
        }
    }
}
