package dev.parley.run;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Tx;
import dev.parley.store.table.ParticipantTable;
import java.sql.SQLException;

/** Who may be spoken of in a run: its participants, and in a tree whoever they delegate to. */
final class Joining {
    private final Tx tx;
    private final Log log;
    private final Members members;
    private final HubLines lines;

    Joining(Tx tx, Log log, Members members, HubLines lines) {
        this.tx = tx;
        this.log = log;
        this.members = members;
        this.lines = lines;
    }

    /** Refuses strangers as senders and recipients; a delegated child joins. */
    void admit(Append append) throws SQLException {
        var message = append.message();
        if (log.run().protocol() == RunProtocol.OPEN || message.act().isBookkeeping()) {
            return;
        }
        message.fromAgent().agent().map(members::agent).ifPresent(this::requireMember);
        for (var recipient : append.line().recipients()) {
            if (recipient.equals(Address.USER.value())) {
                continue;
            }
            var agent = new AgentName(recipient);
            if (!members.has(agent)
                    && log.run().protocol() == RunProtocol.TREE
                    && message.act() == Act.ASSIGN) {
                join(agent);
            } else {
                requireMember(agent);
            }
        }
    }

    private void requireMember(AgentName agent) {
        if (!members.has(agent)) {
            throw new ParleyException(
                    Problem.NOT_A_PARTICIPANT,
                    agent
                            + " takes no part in this run; its participants are "
                            + String.join(", ", members.roles().keySet()));
        }
    }

    void join(AgentName agent) throws SQLException {
        var run = log.run().key();
        tx.rows(ParticipantTable.TABLE)
                .put(new ParticipantTable.Row(new ParticipantTable.Key(run, agent.value()), agent));
        log.joined();
        var payload = Json.object().put("change", "joined").put("agent", agent.value());
        log.add(lines.change(log.run(), "participant", agent + " takes part", payload));
    }
}
