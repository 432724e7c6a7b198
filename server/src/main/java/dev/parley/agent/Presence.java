package dev.parley.agent;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.clock.HubTime;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.InstanceState;
import dev.parley.store.table.InstanceTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which running copies of agents are there. Whatever an instance asks for shows that it is; a look
 * is written down at most every few seconds, so that presence never costs a write per request.
 */
public final class Presence {
    /** How long an instance counts as there after it was last seen. */
    public static final Duration ONLINE = Duration.ofSeconds(60);

    /** How long one that was not seen is remembered. */
    static final Duration REMEMBERED = Duration.ofDays(7);

    /** How long a written look is good for. */
    static final Duration WRITTEN_EVERY = Duration.ofSeconds(15);

    /** How many copies of one agent are known at once; the longest silent one makes room. */
    public static final int MAX_INSTANCES = 256;

    /** Those that came at the same moment may be a few more. */
    private static final int MAX_READ = 2 * MAX_INSTANCES;

    /** What people, and whoever does not wait, hold. */
    public static final Held NOTHING = () -> {};

    private static final int PAGE = 200;
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

    private final Store store;
    private final HubTime time;
    private final Marks marks = new Marks(WRITTEN_EVERY.toMillis());
    private final OpenStreams streams = new OpenStreams();

    public Presence(Store store, HubTime time) {
        this.store = store;
        this.time = time;
    }

    /** Something that an instance holds open, by which it is there until it is closed. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * An instance of the caller's agent has asked for something. People have no instances, and a
     * store that is busy or full keeps nobody from reading.
     */
    public void seen(Principal caller, InstanceId instance) {
        var agent = caller.agent();
        if (agent != null && !instance.equals(InstanceId.PROBE)) {
            seen(new InstanceTable.Key(caller.space(), agent, instance));
        }
    }

    /** The same of a worker, whose work goes on even where there is no room to know of it. */
    public void atWork(Principal caller, AgentName agent, InstanceId instance) {
        try {
            seen(key(caller, agent, instance));
        } catch (ParleyException full) {
            LOG.atDebug().setCause(full).log("a worker is not known to be there");
        }
    }

    private void seen(InstanceTable.Key key) {
        try {
            see(key);
        } catch (ParleyException failed) {
            if (!failed.problem().recoverable()) {
                throw failed;
            }
            LOG.atDebug().setCause(failed).log("an instance was seen, which could not be kept");
        }
    }

    private void see(InstanceTable.Key key) {
        if (marks.see(key, time.now())) {
            write(key, null);
        }
    }

    /**
     * The same for as long as a stream is open.
     *
     * @param end ends it, because its instance has: whoever is there all the same opens another
     */
    public Held hold(Principal caller, InstanceId instance, Runnable end) {
        var agent = caller.agent();
        return agent == null || instance.equals(InstanceId.PROBE)
                ? NOTHING
                : hold(caller, agent, instance, end);
    }

    /** The same of the agent that somebody speaks for. */
    public Held hold(Principal caller, AgentName agent, InstanceId instance, Runnable end) {
        var key = key(caller, agent, instance);
        var held = hold(caller, agent, instance);
        var open = streams.add(key, end);
        return () -> {
            open.close();
            held.close();
        };
    }

    /** The same for as long as a wait is open. */
    public Held hold(Principal caller, InstanceId instance) {
        var agent = caller.agent();
        return agent == null || instance.equals(InstanceId.PROBE)
                ? NOTHING
                : hold(caller, agent, instance);
    }

    /** The same of the agent that somebody speaks for; the owner may for any. */
    public Held hold(Principal caller, AgentName agent, InstanceId instance) {
        var key = key(caller, agent, instance);
        seen(key);
        marks.open(key);
        return () -> marks.close(key, time.now());
    }

    /** Writes down who was seen meanwhile, or still holds something open. */
    public void refresh() {
        var due = marks.due(time.now());
        for (int from = 0; from < due.size(); from += StillThere.MAX) {
            var page = due.subList(from, Math.min(due.size(), from + StillThere.MAX));
            store.write(new StillThere(List.copyOf(page))).forEach(this::ended);
        }
    }

    /** Whether it has said so here or to another node. */
    private void ended(InstanceTable.Key key) {
        marks.miss(key);
        streams.end(key);
    }

    /** An instance says that it is there. */
    public InstanceTable.Row heartbeat(Principal caller, AgentName agent, InstanceId instance) {
        var key = key(caller, agent, instance);
        see(key);
        return store.read(sql -> InstanceTable.TABLE.find(sql, key))
                .orElseGet(() -> write(key, null));
    }

    /** An instance says what it does. */
    public InstanceTable.Row say(
            Principal caller, AgentName agent, InstanceId instance, InstanceState state) {
        var key = key(caller, agent, instance);
        var row = write(key, state);
        marks.see(key, row.lastSeen());
        if (state == InstanceState.END) {
            ended(key);
        }
        return row;
    }

    /** An instance takes its leave, and is not there until it is seen again. */
    public void leave(Principal caller, AgentName agent, InstanceId instance) {
        var key = key(caller, agent, instance);
        if (store.read(sql -> InstanceTable.TABLE.find(sql, key)).isPresent()) {
            say(caller, agent, instance, InstanceState.END);
        }
    }

    private static InstanceTable.Key key(Principal caller, AgentName agent, InstanceId instance) {
        if (caller.role() != Role.OWNER && !agent.equals(caller.agent())) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "only "
                            + agent
                            + "'s own token, or the owner's, may speak for an instance of "
                            + agent);
        }
        return new InstanceTable.Key(caller.space(), agent, instance);
    }

    private InstanceTable.Row write(InstanceTable.Key key, @Nullable InstanceState said) {
        long now = time.now();
        try {
            return store.write(new Sighting(key, said, now, whoMakesRoom(key, now)));
        } catch (ParleyException failed) {
            marks.miss(key);
            throw failed;
        }
    }

    private InstanceTable.@Nullable Key whoMakesRoom(InstanceTable.Key key, long now) {
        if (store.read(sql -> InstanceTable.TABLE.find(sql, key)).isPresent()) {
            return null;
        }
        var known = instances(key.space(), key.agent());
        if (known.size() < MAX_INSTANCES) {
            return null;
        }
        return known.stream()
                .filter(row -> !row.isLive(now - ONLINE.toMillis()))
                .min(Comparator.comparingLong(InstanceTable.Row::lastSeen))
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.CONFLICT,
                                        MAX_INSTANCES
                                                + " instances of "
                                                + key.agent()
                                                + " are online, which is as many as may be"))
                .key();
    }

    /** The instances of an agent that are there. */
    public List<InstanceTable.Row> online(Space space, AgentName agent) {
        return instances(space, agent).stream().filter(this::isOnline).toList();
    }

    /** All that are remembered. */
    public List<InstanceTable.Row> instances(Space space, AgentName agent) {
        return store.read(sql -> InstanceTable.TABLE.of(sql, space, agent, MAX_READ));
    }

    public boolean isOnline(InstanceTable.Row row) {
        return row.isLive(liveSince());
    }

    /** Who was seen after this moment of hub time, and has not ended, is there. */
    public long liveSince() {
        return time.now() - ONLINE.toMillis();
    }

    /** How long ago it was, in hub time. */
    public Duration since(long seen) {
        return Duration.ofMillis(Math.max(0, time.now() - seen));
    }

    /** The instances of each of these agents taken together; they come in the order of names. */
    public Map<AgentName, InstanceTable.Sum> sums(List<Agents.Known> agents) {
        return store.read(sql -> sums(sql, agents));
    }

    Map<AgentName, InstanceTable.Sum> sums(Sql sql, List<Agents.Known> agents) throws SQLException {
        if (agents.isEmpty()) {
            return Map.of();
        }
        var first = agents.getFirst().key();
        var last = agents.getLast().key();
        return InstanceTable.TABLE
                .sums(sql, first.space(), first.name(), last.name(), liveSince())
                .stream()
                .collect(Collectors.toMap(InstanceTable.Sum::agent, Function.identity()));
    }

    /** Forgets a page of those that were not seen for long; true when there may be more. */
    public boolean forget() {
        long before = time.now() - REMEMBERED.toMillis();
        return store.write(tx -> InstanceTable.TABLE.forget(tx.sql(), before, PAGE)) == PAGE;
    }
}
