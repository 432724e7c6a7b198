package dev.parley.session;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.RunProtocol;
import dev.parley.run.Entry;
import dev.parley.run.Run;
import dev.parley.run.Steering;
import dev.parley.store.Sql;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.VerdictTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Where an agent stands in a run when it has something to say there.
 *
 * @param name how it is called there: its role, else its own name
 * @param leads whether it is the one who speaks to the user
 * @param holds the assignment that it has not reported on, the newest if there are several
 * @param waits whether it waits for anybody
 * @param helper who does something for it, whoever was asked last
 * @param objection why what it is told now is not what it has asked for
 * @param owes what somebody who works for it cannot go on without
 */
record Place(
        RunProtocol protocol,
        Address name,
        boolean leads,
        Optional<Message> holds,
        boolean waits,
        Optional<Address> helper,
        Optional<Message> owes,
        Optional<String> objection) {

    /** How often a report that is not enough leads to a follow-up by itself. */
    private static final int MAX_FOLLOW_UPS = 2;

    static Place of(Sql sql, Run run, AgentName agent, Message told) throws SQLException {
        var key = run.row().key();
        var row = RunAgentTable.TABLE.find(sql, new RunAgentTable.Key(key, agent.value()));
        var held = row.map(RunAgentTable.Row::holds).orElse(List.of());
        var holds =
                held.isEmpty()
                        ? Optional.<Message>empty()
                        : MessageTable.TABLE.at(sql, key, held.getLast()).map(Entry::message);
        var waits = row.map(RunAgentTable.Row::waitsFor).orElse(List.of());
        return new Place(
                run.row().protocol(),
                run.members().nameOf(agent),
                leads(sql, run, agent),
                holds,
                !waits.isEmpty(),
                waits.stream()
                        .filter(edge -> edge.act() == Act.ASSIGN)
                        .reduce((_, newer) -> newer)
                        .map(edge -> run.members().nameOf(new AgentName(edge.agent()))),
                owed(sql, run, agent, waits),
                objection(sql, key, told));
    }

    /** What is asked again and again of somebody who does not bring it is for the agent to say. */
    private static Optional<String> objection(Sql sql, RunKey run, Message told)
            throws SQLException {
        if (told.act() != Act.RESULT || followUps(sql, run, told) >= MAX_FOLLOW_UPS) {
            return Optional.empty();
        }
        return VerdictTable.TABLE.between(sql, run, told.seq(), told.seq()).stream()
                .filter(verdict -> !verdict.completed())
                .map(VerdictTable.Row::reason)
                .findFirst();
    }

    /** How often it was asked for anew what is reported now. */
    private static int followUps(Sql sql, RunKey run, Message report) throws SQLException {
        int count = 0;
        var id = report.parentId();
        while (id != null && count < MAX_FOLLOW_UPS) {
            var task =
                    MessageTable.TABLE
                            .find(sql, new MessageTable.Key(run, id))
                            .map(Entry::message)
                            .filter(message -> message.act() == Act.ASSIGN);
            var about = task.map(Message::parentId);
            var before =
                    about.isEmpty()
                            ? Optional.<Message>empty()
                            : MessageTable.TABLE
                                    .find(sql, new MessageTable.Key(run, about.get()))
                                    .map(Entry::message)
                                    .filter(message -> message.act() == Act.RESULT);
            count += before.isPresent() ? 1 : 0;
            id = before.map(Message::parentId).orElse(null);
        }
        return count;
    }

    /** The newest question of those who do something for an agent. */
    private static Optional<Message> owed(
            Sql sql, Run run, AgentName agent, List<RunAgentTable.Edge> waits) throws SQLException {
        var key = run.row().key();
        long newest = 0;
        for (var edge : waits) {
            var helper = RunAgentTable.TABLE.find(sql, new RunAgentTable.Key(key, edge.agent()));
            for (var asked : helper.map(RunAgentTable.Row::waitsFor).orElse(List.of())) {
                boolean isForHim = asked.agent().equals(agent.value());
                newest = isForHim ? Math.max(newest, asked.seq()) : newest;
            }
        }
        return newest == 0
                ? Optional.empty()
                : MessageTable.TABLE.at(sql, key, newest).map(Entry::message);
    }

    private static boolean leads(Sql sql, Run run, AgentName agent) throws SQLException {
        return switch (run.row().protocol()) {
            case MANAGED -> run.members().leads(agent);
            case TREE -> Steering.isRoot(sql, run, agent);
            case OPEN, CLOSED -> false;
        };
    }
}
