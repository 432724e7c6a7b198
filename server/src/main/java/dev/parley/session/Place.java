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
 * @param owes what somebody who works for it cannot go on without
 */
record Place(
        RunProtocol protocol,
        Address name,
        boolean leads,
        Optional<Message> holds,
        boolean waits,
        Optional<Address> helper,
        Optional<Message> owes) {

    static Place of(Sql sql, Run run, AgentName agent) throws SQLException {
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
                owed(sql, run, agent, waits));
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
