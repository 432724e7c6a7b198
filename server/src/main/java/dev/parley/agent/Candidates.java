package dev.parley.agent;

import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which agents a task can be given to. */
public final class Candidates {
    /** How many may be named. */
    public static final int MAX = 500;

    private final Store store;
    private final Agents agents;
    private final Adviser adviser;

    public Candidates(Store store, Agents agents, Adviser adviser) {
        this.store = store;
        this.agents = agents;
        this.adviser = adviser;
    }

    /**
     * What is to be done, and who may be asked to.
     *
     * @param parent whose children alone may; null for the caller's own, if it is an agent
     * @param named who alone may, as far as they have cards; null for everybody
     * @param run in which it is to be done, if that is known
     */
    public record Wanted(
            String task,
            @Nullable AgentName parent,
            @Nullable Set<AgentName> named,
            int limit,
            @Nullable RunId run) {}

    /** By what a choice was made. */
    public enum By {
        RULE,
        MODEL
    }

    /** Who was chosen, out of how many. */
    public record Chosen(List<Choice> choices, int considered, By by) {}

    public Chosen select(Principal caller, Wanted wanted) {
        var cards = new ArrayList<>(cards(caller, wanted));
        caller.speaksFor().ifPresent(own -> cards.removeIf(card -> card.key().name().equals(own)));
        var advice =
                cards.isEmpty()
                        ? Optional.<List<String>>empty()
                        : adviser.choose(caller, wanted, cards);
        return advice.map(names -> advised(wanted, cards, names))
                .orElseGet(() -> byRule(wanted, cards));
    }

    private static Chosen byRule(Wanted wanted, List<AgentTable.Row> cards) {
        return new Chosen(Selector.select(wanted.task, cards, wanted.limit), cards.size(), By.RULE);
    }

    private static Chosen advised(Wanted wanted, List<AgentTable.Row> cards, List<String> names) {
        var known = new LinkedHashMap<String, AgentTable.Row>();
        cards.forEach(card -> known.put(card.key().name().value(), card));
        var chosen =
                new LinkedHashSet<>(names)
                        .stream()
                                .map(known::get)
                                .filter(Objects::nonNull)
                                .limit(wanted.limit)
                                .toList();
        return new Chosen(Selector.describe(wanted.task, chosen), cards.size(), By.MODEL);
    }

    private List<AgentTable.Row> cards(Principal caller, Wanted wanted) {
        var space = caller.space();
        var named = wanted.named;
        var parent =
                wanted.parent == null && named == null
                        ? caller.speaksFor().orElse(null)
                        : wanted.parent;
        if (parent != null) {
            var key = new AgentTable.Key(space, parent);
            return store
                    .read(sql -> AgentTable.TABLE.childrenOf(sql, key, Agents.MAX_CHILDREN))
                    .stream()
                    .filter(card -> named == null || named.contains(card.key().name()))
                    .toList();
        }
        return named == null
                ? agents.forest(space).cards()
                : store.read(
                        sql -> {
                            var found = new ArrayList<AgentTable.Row>();
                            for (var name : named) {
                                AgentTable.TABLE
                                        .find(sql, new AgentTable.Key(space, name))
                                        .ifPresent(found::add);
                            }
                            return found;
                        });
    }
}
