package dev.parley.run.conduct;

import dev.parley.protocol.Act;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Takes assignments back, with everything that was assigned further down because of them. */
final class Cancelling {
    private final Board board;
    private final Settling settling;
    private final List<AwaitedTable.Row> takenAlong = new ArrayList<>();

    /** Ends the waiting for a reply. */
    interface Settling {
        void settle(AwaitedTable.Row awaited, AwaitedState how) throws SQLException;
    }

    Cancelling(Board board, Settling settling) {
        this.board = board;
        this.settling = settling;
    }

    List<AwaitedTable.Row> takenAlong() {
        return takenAlong;
    }

    void cancel(Said said) throws SQLException {
        for (var agent : said.agents()) {
            var holds = board.agent(agent).holds();
            var named = said.about();
            for (var seq : named != null && holds.contains(named) ? List.of(named) : holds) {
                var assignment = board.awaited(seq).orElseThrow();
                if (assignment.asker().equals(said.speaker())) {
                    cancel(assignment);
                }
            }
        }
    }

    /** Cancels an assignment and its descendants; the latter are noted. */
    private void cancel(AwaitedTable.Row assignment) throws SQLException {
        var open = new ArrayDeque<AwaitedTable.Row>();
        open.add(assignment);
        while (!open.isEmpty()) {
            var next = open.remove();
            if (!next.equals(assignment)) {
                takenAlong.add(next);
            }
            for (var edge : board.agent(next.asked()).waitsFor()) {
                var below = board.awaited(edge.seq()).orElseThrow();
                if (below.assignment() != null && below.assignment() == next.key().seq()) {
                    if (below.act() == Act.ASSIGN) {
                        open.add(below);
                    } else {
                        settling.settle(below, AwaitedState.CANCELLED);
                    }
                }
            }
            settling.settle(next, AwaitedState.CANCELLED);
            var holder = board.agent(next.asked()).without(next.key().seq());
            board.put(
                    holder.holds().isEmpty()
                            ? holder.state(
                                    AgentStates.next(holder.state(), Trigger.STOPPED).orElseThrow())
                            : holder);
        }
    }
}
