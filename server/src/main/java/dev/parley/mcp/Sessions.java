package dev.parley.mcp;

import dev.parley.access.Principal;
import dev.parley.agent.Presence;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The open sessions of the old protocol on this node. One that was not used for a while ends, and
 * where there is no room the one that was used the longest time ago makes some: a client whose
 * session is gone begins another.
 */
public final class Sessions {
    static final Duration IDLE = Duration.ofMinutes(30);
    static final int MOST = 10_000;
    static final int MOST_OF_ONE = 128;

    private static final int ID_BYTES = 16;

    private final Wakeups wakeups;
    private final Attendance attendance;
    private final InstantSource clock;
    private final LongSupplier time;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> open = new LinkedHashMap<>();

    /**
     * Begins with none.
     *
     * @param time the milliseconds that the hub has watched
     */
    public Sessions(Wakeups wakeups, Presence presence, InstantSource clock, LongSupplier time) {
        this.wakeups = wakeups;
        this.attendance = new Attendance(presence);
        this.clock = clock;
        this.time = time;
    }

    Session open(Principal caller, Session.Introduced introduced) {
        var displaced = new ArrayList<Session>();
        Session session;
        synchronized (this) {
            makeRoom(other -> isOf(caller, other), MOST_OF_ONE, displaced);
            makeRoom(_ -> true, MOST, displaced);
            session =
                    new Session(
                            id(),
                            caller,
                            introduced,
                            new Ear(wakeups),
                            new Arrivals(clock),
                            time.getAsLong());
            open.put(session.id(), session);
        }
        displaced.forEach(this::leave);
        return session;
    }

    private void makeRoom(Predicate<Session> among, int most, List<Session> displaced) {
        var those = open.values().stream().filter(among).toList();
        if (those.size() < most) {
            return;
        }
        var longestUnused =
                those.stream()
                        .filter(session -> !session.isBusy())
                        .min(Comparator.comparingLong(Session::usedAt))
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.RATE_LIMITED,
                                                "all of "
                                                        + most
                                                        + " MCP sessions are busy; end some with"
                                                        + " DELETE /mcp"));
        open.remove(longestUnused.id());
        displaced.add(longestUnused);
    }

    private static boolean isOf(Principal caller, Session session) {
        return session.owner().tokenId().equals(caller.tokenId());
    }

    /** The caller's session of this name, which is used now. */
    synchronized Session find(Principal caller, String id) {
        var session =
                Optional.ofNullable(open.get(id))
                        .filter(found -> isOf(caller, found) && !hasExpired(found))
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.UNKNOWN_CONNECTION,
                                                "there is no such MCP session any more; begin one"
                                                        + " with initialize"));
        session.used(time.getAsLong());
        return session;
    }

    private boolean hasExpired(Session session) {
        return !session.isBusy() && time.getAsLong() - session.usedAt() >= IDLE.toMillis();
    }

    void end(Session session) {
        synchronized (this) {
            open.remove(session.id());
        }
        leave(session);
    }

    private void leave(Session session) {
        session.close();
        if (session.isInstance()) {
            attendance.left(session.owner(), session.instance());
        }
    }

    /** Ends what was not used for long; to be called now and then. */
    public void round() {
        for (var session : all()) {
            if (session.isBusy()) {
                session.used(time.getAsLong());
            } else if (hasExpired(session)) {
                end(session);
            }
        }
    }

    private synchronized List<Session> all() {
        return List.copyOf(open.values());
    }

    /** How many there are. */
    public synchronized int count() {
        return open.size();
    }

    private String id() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
