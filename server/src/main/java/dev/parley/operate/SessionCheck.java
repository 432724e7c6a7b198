package dev.parley.operate;

import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.TurnState;
import dev.parley.store.Sql;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Compares what a run's sessions say of their turns with the turns. */
final class SessionCheck {
    private SessionCheck() {}

    /** Where they differ, in words. */
    static List<String> differences(Sql sql, RunKey run) throws SQLException {
        var found = new ArrayList<String>();
        for (var session : SessionTable.TABLE.of(sql, run)) {
            compare(sql, session, found);
        }
        return found;
    }

    /** Whether the hub has had an agent take its turn, which acks what was said without a word. */
    static boolean isTaken(Sql sql, ReceiptTable.Key receipt) throws SQLException {
        if (receipt.recipient().equals(Address.USER.value())) {
            return false;
        }
        var session = new SessionTable.Key(receipt.run(), new AgentName(receipt.recipient()));
        return TurnTable.TABLE.between(sql, session, receipt.seq(), receipt.seq()).stream()
                .anyMatch(turn -> turn.hub() != null || turn.state() == TurnState.QUEUED);
    }

    private static void compare(Sql sql, SessionRow session, List<String> found)
            throws SQLException {
        var open = TurnTable.TABLE.open(sql, session.key(), Integer.MAX_VALUE);
        if (session.waiting() != open.size()) {
            found.add(
                    "session %s says that %d turns are not over, but %d are not"
                            .formatted(session.id(), session.waiting(), open.size()));
        }
        var running = session.running();
        boolean isRunning =
                open.stream()
                        .anyMatch(
                                turn ->
                                        turn.state() == TurnState.RUNNING
                                                && running != null
                                                && turn.key().seq() == running);
        if (running != null && !isRunning) {
            found.add(
                    "session %s says that turn %d runs, which it does not"
                            .formatted(session.id(), running));
        }
    }
}
