package dev.parley.agent;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AgentTable;
import java.sql.SQLException;

/** Removes an agent's card, unless something still hangs on it. */
record RemoveCard(Principal caller, AgentTable.Key key) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(AgentTable.lock(key.space()));
        touches.row(AgentTable.TABLE, key);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var cards = tx.rows(AgentTable.TABLE);
        var card = cards.find(key).orElseThrow(() -> Agents.unknown(key.name()));
        if (caller.role().isAgent() && (card.parent() != null || card.toolRole() != null)) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "the card of "
                            + key.name()
                            + " says what people have set (parent, tool_role), so only they may"
                            + " remove it");
        }
        var children = AgentTable.TABLE.childrenOf(tx.sql(), key, 1);
        if (!children.isEmpty()) {
            throw new ParleyException(
                    Problem.AGENT_IN_USE,
                    children.getFirst().key().name()
                            + " is a child of "
                            + key.name()
                            + "; give it another parent first");
        }
        cards.remove(key);
        return true;
    }
}
