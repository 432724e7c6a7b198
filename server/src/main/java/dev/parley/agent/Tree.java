package dev.parley.agent;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Tx;
import dev.parley.store.table.AgentTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tree of a space's agents as a command sees it; whoever changes it holds its lock. */
record Tree(Tx tx) {
    /** From a root down to the lowest child. */
    static final int MAX_DEPTH = 32;

    /** Refuses a parent that is not there, is below the child already, or is too deep. */
    void requireFit(AgentTable.Key child, AgentName parent, boolean hasCard) throws SQLException {
        var above = above(child, parent);
        int below = hasCard ? AgentTable.TABLE.height(tx.sql(), child, MAX_DEPTH) : 1;
        if (above.size() + below > MAX_DEPTH) {
            throw new ParleyException(
                    Problem.TREE_DEPTH,
                    "%s under %s would make a tree of %d levels; there may be %d"
                            .formatted(child.name(), parent, above.size() + below, MAX_DEPTH));
        }
    }

    /** The parent and whatever it is under. */
    private List<AgentName> above(AgentTable.Key child, AgentName parent) throws SQLException {
        var above = new ArrayList<AgentName>();
        for (@Nullable AgentName next = parent; next != null; ) {
            above.add(next);
            if (next.equals(child.name())) {
                throw circle(child.name(), above);
            }
            var card = tx.rows(AgentTable.TABLE).find(new AgentTable.Key(child.space(), next));
            if (card.isEmpty()) {
                throw new ParleyException(
                        Problem.BAD_VALUE,
                        "parent must be an agent with a card, and there is none of "
                                + next
                                + "; put that one first");
            }
            next = card.get().parent();
        }
        return above;
    }

    private static ParleyException circle(AgentName child, List<AgentName> above) {
        var circle = above.stream().map(AgentName::value).collect(Collectors.joining(" → "));
        return new ParleyException(
                Problem.PARENT_CYCLE,
                "the parents would go in a circle: " + child + " → " + circle);
    }
}
