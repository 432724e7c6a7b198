package dev.parley.run.conduct;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Who waits for whose reply in a run: begins and ends the waiting, and finds what a reply means.
 */
final class Expectations {
    private final Board board;
    private final RunKey run;
    private final Duration patience;

    Expectations(Board board, RunKey run, Duration patience) {
        this.board = board;
        this.run = run;
        this.patience = patience;
    }

    /** Begins to await the reply to a message. */
    AwaitedTable.Row open(Said said, String asked) throws SQLException {
        var message = said.message();
        var assignment = assignmentOf(said);
        var deadline = message.deadlineAt();
        var awaited =
                new AwaitedTable.Row(
                        new AwaitedTable.Key(run, said.seq()),
                        message.messageId(),
                        message.act(),
                        said.speaker(),
                        asked,
                        assignment.map(row -> row.key().seq()).orElse(null),
                        0,
                        deadline != null || asked.equals(Address.USER.value())
                                ? deadline
                                : message.createdAt().plus(patience),
                        null,
                        AwaitedState.OPEN);
        board.put(awaited);
        return awaited;
    }

    /** The asker cannot go on without it; asking back suspends the assignment that it is about. */
    void hold(AwaitedTable.Row awaited) throws SQLException {
        if (awaited.asker().equals(Address.USER.value())) {
            return;
        }
        var asker = board.agent(awaited.asker());
        var edge =
                new RunAgentTable.Edge(awaited.key().seq(), awaited.act(), awaited.asked(), false);
        board.put(
                asker.waitsFor(Stream.concat(asker.waitsFor().stream(), Stream.of(edge)).toList()));
        var assignment = suspendable(awaited);
        if (assignment.isPresent()) {
            board.put(assignment.get().askedBack());
            suspend(assignment.get(), true);
        }
    }

    /** Ends the waiting for a reply. */
    void close(AwaitedTable.Row awaited, AwaitedState how) throws SQLException {
        board.put(awaited.state(how));
        var assignment = suspendable(awaited);
        if (!awaited.asker().equals(Address.USER.value())) {
            var asker = board.agent(awaited.asker());
            board.put(
                    asker.waitsFor(
                            asker.waitsFor().stream()
                                    .filter(edge -> edge.seq() != awaited.key().seq())
                                    .toList()));
        }
        if (assignment.isPresent()) {
            suspend(assignment.get(), isAskedBack(awaited));
        }
    }

    /** Whether the asker still asks back about the same assignment in another message. */
    private boolean isAskedBack(AwaitedTable.Row closed) throws SQLException {
        for (var edge : board.agent(closed.asker()).waitsFor()) {
            var other = board.awaited(edge.seq());
            if (edge.agent().equals(closed.asked())
                    && other.isPresent()
                    && Objects.equals(other.get().assignment(), closed.assignment())) {
                return true;
            }
        }
        return false;
    }

    /** The assignment whose giver is now asked something by whoever holds it. */
    private Optional<AwaitedTable.Row> suspendable(AwaitedTable.Row ask) throws SQLException {
        if (ask.assignment() == null || ask.act() == Act.ASSIGN) {
            return Optional.empty();
        }
        return board.awaited(ask.assignment())
                .filter(row -> row.asker().equals(ask.asked()) && row.isOpen());
    }

    private void suspend(AwaitedTable.Row assignment, boolean suspended) throws SQLException {
        if (assignment.asker().equals(Address.USER.value())) {
            return;
        }
        var giver = board.agent(assignment.asker());
        UnaryOperator<RunAgentTable.Edge> marked =
                edge ->
                        edge.seq() == assignment.key().seq()
                                ? new RunAgentTable.Edge(
                                        edge.seq(), edge.act(), edge.agent(), suspended)
                                : edge;
        board.put(giver.waitsFor(giver.waitsFor().stream().map(marked).toList()));
    }

    /** The assignment within which somebody speaks: the one it names, else the newest it holds. */
    Optional<AwaitedTable.Row> assignmentOf(Said said) throws SQLException {
        if (said.isByUser()) {
            return Optional.empty();
        }
        var holds = board.agent(said.speaker()).holds();
        if (said.about() != null && holds.contains(said.about())) {
            return board.awaited(said.about());
        }
        return holds.isEmpty() ? Optional.empty() : board.awaited(holds.getLast());
    }

    /** What a reply answers: what it names, else the only thing that the other waits for. */
    Optional<AwaitedTable.Row> answered(Said reply, Set<Act> acts) throws SQLException {
        var named =
                reply.about() == null
                        ? Optional.<AwaitedTable.Row>empty()
                        : board.awaited(reply.about());
        if (named.filter(row -> acts.contains(row.act())).isPresent()) {
            return named.filter(row -> fits(row, reply.speaker(), acts));
        }
        var asker = reply.target();
        if (asker.isEmpty() || asker.get().equals(Address.USER.value())) {
            return Optional.empty();
        }
        var candidates = waitingFor(reply.speaker(), asker.get(), acts);
        return candidates.size() == 1 ? Optional.of(candidates.getFirst()) : Optional.empty();
    }

    /** What an agent waits to hear from another. */
    List<AwaitedTable.Row> waitingFor(String speaker, String asker, Set<Act> acts)
            throws SQLException {
        var found = new ArrayList<AwaitedTable.Row>();
        for (var edge : board.agent(asker).waitsFor()) {
            board.awaited(edge.seq()).filter(row -> fits(row, speaker, acts)).ifPresent(found::add);
        }
        return found;
    }

    /** A person may settle any blocker, whoever it was told to. */
    private static boolean fits(AwaitedTable.Row row, String speaker, Set<Act> acts) {
        boolean isAsked =
                row.asked().equals(speaker)
                        || (row.act() == Act.BLOCKED && speaker.equals(Address.USER.value()));
        return row.isOpen() && isAsked && acts.contains(row.act());
    }
}
