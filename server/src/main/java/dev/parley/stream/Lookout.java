package dev.parley.stream;

import dev.parley.agent.Presence;
import dev.parley.inbox.LetterId;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.EventHeadTable;
import dev.parley.store.table.InstanceTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then what has changed that no run tells of, and tells those who follow everything
 * in a space: who came and went, what could not be delivered, that something was published. It
 * looks only while somebody does, and tells what is kept nowhere in the feed.
 */
final class Lookout {
    static final Duration PERIOD = Duration.ofSeconds(3);

    /** How many copies of agents may be there in all spaces before some are not looked at. */
    private static final int MAX_COPIES = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(Lookout.class);

    private final Store store;
    private final Presence presence;
    private final Tail tail;
    private final Map<Space, Sight> seen = new HashMap<>();

    Lookout(Store store, Presence presence, Tail tail) {
        this.store = store;
        this.presence = presence;
        this.tail = tail;
    }

    /** What a space looked like. */
    private record Sight(
            Map<AgentName, InstanceTable.Live> there, LetterTrail letters, long events) {}

    synchronized void round() {
        var spaces = tail.followed();
        seen.keySet().retainAll(spaces);
        if (spaces.isEmpty()) {
            return;
        }
        var there = new HashMap<Space, Map<AgentName, InstanceTable.Live>>();
        var live =
                store.read(sql -> InstanceTable.TABLE.live(sql, presence.liveSince(), MAX_COPIES));
        live.forEach(
                agent ->
                        there.computeIfAbsent(agent.space(), _ -> new HashMap<>())
                                .put(agent.agent(), agent));
        for (var space : spaces) {
            lookAt(space, there.getOrDefault(space, Map.of()));
        }
    }

    /** What goes wrong in one space keeps nothing from the others. */
    private void lookAt(Space space, Map<AgentName, InstanceTable.Live> now) {
        var before = seen.get(space);
        try {
            seen.put(
                    space,
                    before == null
                            ? store.read(sql -> first(sql, space, now))
                            : look(space, before, now));
        } catch (RuntimeException failed) {
            LOG.warn("event=lookout-failed space={}", space, failed);
        }
    }

    private static Sight first(Sql sql, Space space, Map<AgentName, InstanceTable.Live> there)
            throws SQLException {
        return new Sight(
                there, LetterTrail.fromNow(sql, space), EventHeadTable.TABLE.of(sql, space).head());
    }

    private Sight look(Space space, Sight before, Map<AgentName, InstanceTable.Live> there) {
        var agents = new HashSet<>(before.there.keySet());
        agents.addAll(there.keySet());
        for (var agent : agents) {
            var now = there.getOrDefault(agent, new InstanceTable.Live(space, agent, 0, 0, 0));
            if (!now.equals(before.there.get(agent))) {
                tell(space, presence(now));
            }
        }
        store.read(before.letters::next).forEach(this::tell);
        long events = store.read(sql -> EventHeadTable.TABLE.of(sql, space)).head();
        if (events != before.events) {
            tell(space, Event.ofSpace(Event.TOPICS, Json.object().put("newest", events)));
        }
        return new Sight(there, before.letters, events);
    }

    private void tell(Space space, Event event) {
        tail.tell(Set.of(new Interest.OfSpace(space), new Interest.OfOpenRuns(space)), event);
    }

    private static Event presence(InstanceTable.Live now) {
        var data =
                Json.object()
                        .put("agent", now.agent().value())
                        .put("online", now.live() > 0)
                        .put("instances_online", now.live())
                        .put("state", now.live() == 0 ? null : Wire.name(now.state()));
        return Event.ofSpace(Event.PRESENCE, data);
    }

    /** A letter is for whoever sees all of the space, and for the agent that sent it. */
    private void tell(DeadLetterTable.Heading letter) {
        var space = letter.key().holder().space();
        var data =
                Json.object()
                        .put("id", LetterId.of(letter.key()))
                        .put("type", Wire.name(letter.type()))
                        .put("code", letter.code())
                        .put("reason", letter.reason())
                        .put("agent", letter.agent())
                        .put("run_id", letter.run());
        data.set("created_at", Times.epochSeconds(letter.createdAt()));
        var interests = new HashSet<Interest>(List.of(new Interest.OfSpace(space)));
        if (letter.agent() != null) {
            interests.add(new Interest.OfMember(space, new AgentName(letter.agent())));
        }
        tail.tell(interests, Event.ofSpace(Event.LETTER, data));
    }
}
