package dev.parley.host;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The running agents of one profile, at most one for each session: the next is not started before
 * the one before it has ended.
 */
final class AcpSeats {
    private final LongSupplier now;
    private final Map<SessionId, Seat> seats = new ConcurrentHashMap<>();
    private volatile boolean isOver;

    /**
     * Nobody is there yet.
     *
     * @param now hub time in milliseconds
     */
    AcpSeats(LongSupplier now) {
        this.now = now;
    }

    /** A session's place, which one turn at a time holds until it is closed. */
    final class Seat implements AutoCloseable {
        private final SessionId session;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable AcpAgent agent;
        private volatile long usedAt;
        private boolean isGone;

        private Seat(SessionId session) {
            this.session = session;
        }

        /** The agent, if it runs. */
        Optional<AcpAgent> agent() {
            return Optional.ofNullable(agent).filter(AcpAgent::isOpen);
        }

        /** Seats one that was started, unless all have to leave meanwhile. */
        void seat(AcpAgent started) {
            agent = started;
            if (isOver) {
                clear();
                throw over();
            }
        }

        /** What an agent has left behind that has ended goes before the next is started. */
        private void tidy() {
            var before = agent;
            if (before != null && !before.isOpen()) {
                before.close();
                agent = null;
            }
        }

        @Override
        public void close() {
            usedAt = now.getAsLong();
            if (agent().isEmpty()) {
                clear();
            }
            lock.unlock();
        }

        /** Ends the agent, if there is one; whoever waits for the seat finds another. */
        private void clear() {
            var leaving = agent;
            if (leaving != null) {
                leaving.close();
            }
            isGone = true;
            seats.remove(session, this);
        }
    }

    Seat take(SessionId session) throws InterruptedException {
        while (!isOver) {
            var seat = seats.computeIfAbsent(session, Seat::new);
            seat.lock.lockInterruptibly();
            if (!seat.isGone) {
                seat.tidy();
                return seat;
            }
            seat.lock.unlock();
        }
        throw over();
    }

    private static ParleyException over() {
        return new ParleyException(
                Problem.AGENT_FAILED, "it was replaced or let go before it began; say it again");
    }

    boolean isTaken(SessionId session) {
        var seat = seats.get(session);
        return seat != null && seat.agent().isPresent();
    }

    /** Ends those who have idled longest until one more is not more than so many. */
    void makeRoom(int most) {
        var idle =
                seats.values().stream()
                        .filter(seat -> seat.agent().isPresent())
                        .sorted(Comparator.comparingLong(seat -> seat.usedAt))
                        .toList();
        for (var seat : idle.subList(0, Math.max(0, idle.size() - most + 1))) {
            leave(seat);
        }
    }

    /** Ends those to whom nobody has spoken for so long. */
    void leaveIdle(Duration patience) {
        long before = now.getAsLong() - patience.toMillis();
        seats.values().stream().filter(seat -> seat.usedAt < before).forEach(this::leave);
    }

    private void leave(Seat seat) {
        if (seat.lock.tryLock()) {
            try {
                seat.clear();
            } finally {
                seat.lock.unlock();
            }
        }
    }

    /** Ends the one of a session, after its turn. */
    void leave(SessionId session) {
        var seat = seats.get(session);
        if (seat != null) {
            Thread.startVirtualThread(
                    () -> {
                        seat.lock.lock();
                        try {
                            seat.clear();
                        } finally {
                            seat.lock.unlock();
                        }
                    });
        }
    }

    /** Ends all of them, at once, whatever they are at; no other is seated. */
    void end() {
        isOver = true;
        var ends =
                seats.values().stream()
                        .flatMap(seat -> Stream.ofNullable(seat.agent))
                        .map(agent -> Thread.startVirtualThread(agent::close))
                        .toList();
        for (var end : ends) {
            try {
                end.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
