package dev.parley.run.conduct;

import dev.parley.guard.Cycle;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.MessageId;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** What would come of a message, before it is said. */
public final class Outlook {
    private final Board board;
    private final RunKey run;
    private final Expectations expectations;
    private final Said said;

    public Outlook(TxBoard board, Said said) {
        this.board = board;
        this.run = board.run();
        this.expectations = new Expectations(board, board.run(), Duration.ZERO);
        this.said = said;
    }

    /** The agent without whose reply its sender could not go on. */
    public Optional<String> waitsFor() {
        boolean isHeld =
                switch (said.message().act()) {
                    case ASSIGN, BLOCKED, ASK_USER -> true;
                    case ASK -> said.isAskedUpwards();
                    default -> false;
                };
        return said.target()
                .filter(_ -> isHeld && !said.isByUser())
                .filter(asked -> !asked.equals(Address.USER.value()));
    }

    /** The assignment about which it asks back whoever gave it. */
    public Optional<AwaitedTable.Row> askedBack() throws SQLException {
        if (said.message().act() != Act.ASK || !said.isAskedUpwards()) {
            return Optional.empty();
        }
        return expectations
                .assignmentOf(said)
                .filter(row -> row.isOpen() && said.heard().contains(row.asker()));
    }

    /** Whom an agent would wait for then; whoever is asked back can answer. */
    public List<Cycle.Wait<AwaitedTable.Key>> waits(String agent) throws SQLException {
        boolean isAsk = said.message().act() != Act.ASSIGN;
        return board.agent(agent).waitsFor().stream()
                .filter(edge -> !edge.suspended())
                .filter(
                        edge ->
                                !(isAsk
                                        && edge.act() == Act.ASSIGN
                                        && edge.agent().equals(said.speaker())
                                        && said.heard().contains(agent)))
                .filter(edge -> !edge.agent().equals(Address.USER.value()))
                .map(
                        edge ->
                                new Cycle.Wait<>(
                                        agent, edge.agent(), new AwaitedTable.Key(run, edge.seq())))
                .toList();
    }

    /** What somebody waits for that it would be the reply to. */
    public Optional<AwaitedTable.Row> settles() throws SQLException {
        return switch (said.message().act()) {
            case RESULT -> expectations.answered(said, EnumSet.of(Act.ASSIGN));
            case ANSWER -> expectations.answered(said, Conduct.ASKS);
            case DECIDE ->
                    said.about() == null
                            ? Optional.empty()
                            : expectations.answered(said, Conduct.ASKS);
            default -> Optional.empty();
        };
    }

    /** The message whose reply somebody waits for. */
    public Optional<MessageId> asking(AwaitedTable.Key wait) throws SQLException {
        return board.awaited(wait.seq()).map(AwaitedTable.Row::message);
    }
}
