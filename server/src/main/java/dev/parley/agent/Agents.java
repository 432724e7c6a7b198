package dev.parley.agent;

import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.NearMiss;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.Kept;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.InstanceTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cards of a space's agents. Whoever has a token but no card can act, and has no place here.
 */
public final class Agents {
    /** How many children of one agent are shown. */
    public static final int MAX_CHILDREN = 500;

    /** How many cards are shown as one tree. */
    public static final int MAX_TREE = 2_000;

    private static final int PAGE = 500;

    private final Store store;
    private final Presence presence;
    private final Hosted hosted;
    private final Kept<Page, Present> kept;

    public Agents(Store store, Presence presence, Hosted hosted) {
        this.store = store;
        this.presence = presence;
        this.hosted = hosted;
        this.kept = store.keep(AgentTable.TABLE, InstanceTable.TABLE);
    }

    /** A card as it is now, and whether there was none before. */
    public record Put(AgentTable.Row card, boolean isNew) {}

    /** A card and the names of the agents right under it. */
    public record Family(AgentTable.Row card, List<AgentName> children) {}

    /** Agents in the order of names, and the instances of each taken together. */
    public record Present(List<Known> agents, Map<AgentName, InstanceTable.Sum> instances) {
        /** Whether it is the same for whoever looks at a later moment of hub time. */
        private boolean isStill(long liveSince) {
            return instances.values().stream().allMatch(sum -> sum.isStill(liveSince));
        }
    }

    /** Which of them somebody asks for, and whom the hub runs meanwhile. */
    private record Page(
            Space space, String after, int limit, boolean isAll, Set<AgentTable.Key> hosted) {}

    /** Cards, parents before or after their children, and whether those are all. */
    public record Forest(List<AgentTable.Row> cards, boolean isWhole) {}

    /** An agent that has a card, was seen, or is run by the hub. */
    public record Known(AgentTable.Key key, AgentTable.@Nullable Row card) {
        public static Known by(AgentTable.Row card) {
            return new Known(card.key(), card);
        }
    }

    public Hosted hosted() {
        return hosted;
    }

    public Put put(Principal caller, AgentName name, Card card) {
        requireOwn(caller, name);
        return store.write(new PutCard(caller, key(caller, name), card));
    }

    public void remove(Principal caller, AgentName name) {
        requireOwn(caller, name);
        var live = presence.online(caller.space(), name);
        if (!live.isEmpty()) {
            throw new ParleyException(
                    Problem.AGENT_IN_USE,
                    "an instance of "
                            + name
                            + " is online; end it first, or wait until it has been silent for "
                            + Presence.ONLINE.toSeconds()
                            + " seconds");
        }
        store.write(new RemoveCard(caller, key(caller, name)));
    }

    /** A card, if there is one. */
    public Optional<AgentTable.Row> find(Principal caller, AgentName name) {
        var key = key(caller, name);
        return store.read(sql -> AgentTable.TABLE.find(sql, key));
    }

    public Family get(Principal caller, AgentName name) {
        var key = key(caller, name);
        return store.read(
                sql ->
                        new Family(
                                AgentTable.TABLE.find(sql, key).orElseThrow(() -> unknown(name)),
                                AgentTable.TABLE.childrenOf(sql, key, MAX_CHILDREN).stream()
                                        .map(child -> child.key().name())
                                        .toList()));
    }

    /** Cards of the space after a name, in the order of names. */
    public List<AgentTable.Row> list(Space space, String after, int limit) {
        return store.read(sql -> AgentTable.TABLE.after(sql, space, after, limit));
    }

    /**
     * The same with who of them is there, and with those that the hub runs.
     *
     * @param isAll whether whoever was seen and has no card is among them
     */
    public Present present(Space space, String after, int limit, boolean isAll) {
        var page = new Page(space, after, limit, isAll, hosted.after(space, after));
        return kept.get(
                page, known -> known.isStill(presence.liveSince()), sql -> present(sql, page));
    }

    private Present present(Sql sql, Page page) throws SQLException {
        var cards = AgentTable.TABLE.after(sql, page.space, page.after, page.limit);
        var known = page.isAll ? everybody(sql, page, cards) : cards.stream().map(Known::by);
        var all = withHosted(known.toList(), page);
        return new Present(all, presence.sums(sql, all));
    }

    private static Stream<Known> everybody(Sql sql, Page page, List<AgentTable.Row> having)
            throws SQLException {
        var cards = new HashMap<AgentTable.Key, AgentTable.Row>();
        having.forEach(card -> cards.put(card.key(), card));
        return AgentTable.TABLE.everybody(sql, page.space, page.after, page.limit).stream()
                .map(key -> new Known(key, cards.get(key)));
    }

    /** A page holds whoever has a card up to its end, so that the others of it have none. */
    private static List<Known> withHosted(List<Known> known, Page page) {
        var names = known.stream().map(Known::key).collect(Collectors.toSet());
        var others =
                page.hosted.stream()
                        .filter(key -> !names.contains(key))
                        .map(key -> new Known(key, null));
        return Stream.concat(known.stream(), others)
                .sorted(Comparator.comparing(agent -> agent.key().name().value()))
                .limit(page.limit)
                .toList();
    }

    /** Ends a sentence about a name: if nobody is called so, who is called nearly so. */
    public String meant(Space space, AgentName name) {
        var names =
                present(space, "", PAGE, true).agents().stream()
                        .map(agent -> agent.key().name().value())
                        .toList();
        return names.contains(name.value()) ? "" : NearMiss.hint(name.value(), names);
    }

    /** Every card of the space, as far as they can be shown at once. */
    public Forest forest(Space space) {
        var cards = new ArrayList<AgentTable.Row>();
        var after = "";
        while (true) {
            var page = list(space, after, PAGE);
            cards.addAll(page);
            if (page.size() < PAGE) {
                return new Forest(cards, true);
            }
            after = page.getLast().key().name().value();
            if (cards.size() >= MAX_TREE) {
                return new Forest(cards, list(space, after, 1).isEmpty());
            }
        }
    }

    private static void requireOwn(Principal caller, AgentName name) {
        if (caller.speaksFor().filter(own -> !own.equals(name)).isPresent()) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "an agent may change its own card only, and this is " + name + "'s");
        }
    }

    private static AgentTable.Key key(Principal caller, AgentName name) {
        return new AgentTable.Key(caller.space(), name);
    }

    static ParleyException unknown(AgentName name) {
        return new ParleyException(
                Problem.UNKNOWN_AGENT,
                "there is no card of "
                        + name
                        + "; agents that have a token but never put a card are not shown");
    }
}
