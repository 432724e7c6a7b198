package dev.parley.agent;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AgentTable;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes an agent's card, new or in place of the one it has. */
record PutCard(Principal caller, AgentTable.Key key, Card card) implements Command<Agents.Put> {
    @Override
    public void touches(Touches touches) {
        touches.lock(AgentTable.lock(key.space()));
        touches.row(AgentTable.TABLE, key);
    }

    @Override
    public Agents.Put decide(Tx tx) throws SQLException {
        var cards = tx.rows(AgentTable.TABLE);
        var known = cards.find(key);
        var row = row(tx, known.orElse(null));
        if (known.isPresent() && isSame(known.get(), row)) {
            return new Agents.Put(known.get(), false);
        }
        var parent = row.parent();
        var before = known.map(AgentTable.Row::parent).orElse(null);
        if (parent != null && !parent.equals(before)) {
            new Tree(tx).requireFit(key, parent, known.isPresent());
        }
        cards.put(row);
        return new Agents.Put(row, known.isEmpty());
    }

    private AgentTable.Row row(Tx tx, AgentTable.@Nullable Row known) {
        var toolRole = card.toolRole() == null ? null : Wire.name(card.toolRole());
        return new AgentTable.Row(
                key,
                card.description(),
                card.capabilities(),
                settled("parent", card.parent(), known == null ? null : known.parent()),
                settled("tool_role", toolRole, known == null ? null : known.toolRole()),
                caller.label(),
                tx.now());
    }

    /** What people decide about an agent stays as it is when the agent writes its own card. */
    private <V> @Nullable V settled(String field, @Nullable V wanted, @Nullable V known) {
        if (!caller.role().isAgent() || Objects.equals(wanted, known)) {
            return wanted;
        }
        if (wanted == null) {
            return known;
        }
        throw new ParleyException(
                Problem.FORBIDDEN,
                "only people may set "
                        + field
                        + "; leave it out, or ask a person to put the card of "
                        + key.name());
    }

    private static boolean isSame(AgentTable.Row one, AgentTable.Row other) {
        return one.description().equals(other.description())
                && one.capabilities().equals(other.capabilities())
                && Objects.equals(one.parent(), other.parent())
                && Objects.equals(one.toolRole(), other.toolRole());
    }
}
