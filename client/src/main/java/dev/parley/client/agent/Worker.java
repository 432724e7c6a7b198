package dev.parley.client.agent;

import dev.parley.client.Claim;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Claims tasks and does them, until it is stopped. It outlives restarts of the hub; with a spool,
 * what it finished outlives its own.
 */
public final class Worker implements AutoCloseable {
    /** Short, because a hub does not notice at once that a waiting worker has gone. */
    private static final Duration WAIT = Duration.ofSeconds(15);

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** For giving back what was not finished in time. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /** Whoever cannot say goodbye within this time is missed a minute later. */
    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final Setup setup;
    private final Spool spool;
    private final List<Slot> slots;
    private final CountDownLatch running;
    private volatile boolean isStopping;
    private boolean hasLeft;
    private final AtomicReference<Optional<Throwable>> broken =
            new AtomicReference<>(Optional.empty());

    private Worker(Setup setup, Spool spool, Work work) {
        this.setup = setup;
        this.spool = spool;
        this.running = new CountDownLatch(setup.concurrency);
        var claim = Claim.by(setup.agent, setup.has, setup.lease, WAIT);
        this.slots =
                IntStream.range(0, setup.concurrency)
                        .mapToObj(
                                number ->
                                        new Slot(
                                                setup.client,
                                                number,
                                                claim.again(),
                                                setup,
                                                spool,
                                                work))
                        .toList();
    }

    /** A worker of this agent, with the usual settings. */
    public static Setup of(ParleyClient client, AgentName agent) {
        return new Setup(
                client, agent, Capabilities.NONE, LEASE, 1, Optional.empty(), Quietly::note);
    }

    /**
     * How a worker works.
     *
     * @param lease how long it may be unheard of before its task is given to another
     * @param concurrency how many tasks it does at a time
     * @param spool where results are kept until the hub has them
     * @param notes is told in sentences what goes wrong
     */
    public record Setup(
            ParleyClient client,
            AgentName agent,
            Capabilities has,
            Duration lease,
            int concurrency,
            Optional<Path> spool,
            Consumer<String> notes) {
        public Setup having(Capabilities words) {
            return new Setup(client, agent, words, lease, concurrency, spool, notes);
        }

        public Setup lease(Duration time) {
            return new Setup(client, agent, has, time, concurrency, spool, notes);
        }

        public Setup concurrency(int tasks) {
            return new Setup(client, agent, has, lease, tasks, spool, notes);
        }

        public Setup spool(Path folder) {
            return new Setup(client, agent, has, lease, concurrency, Optional.of(folder), notes);
        }

        public Setup noting(Consumer<String> listener) {
            return new Setup(client, agent, has, lease, concurrency, spool, listener);
        }

        /** Sends what an earlier worker has left, then begins. */
        public Worker start(Work work) {
            var kept = spool.<Spool>map(SpoolFolder::in).orElse(Spool.NOTHING);
            var worker = new Worker(this, kept, work);
            Thread.ofVirtual()
                    .name("worker " + agent)
                    .uncaughtExceptionHandler((_, e) -> worker.fail(e))
                    .start(() -> worker.begin(new Delivery(client.tasks(), kept, notes)));
            return worker;
        }
    }

    private void begin(Delivery delivery) {
        try {
            for (var left : spool.kept()) {
                delivery.deliver(left, e -> Waiting.mayPass(e) && !isStopping);
            }
        } catch (RuntimeException e) {
            fail(e);
            slots.forEach(_ -> running.countDown());
            return;
        }
        for (var slot : slots) {
            var thread = slot.start((_, e) -> fail(e));
            Thread.ofVirtual()
                    .start(
                            () -> {
                                Waiting.join(thread);
                                running.countDown();
                            });
        }
    }

    private void fail(Throwable cause) {
        broken.compareAndSet(Optional.empty(), Optional.of(cause));
        isStopping = true;
        slots.forEach(Slot::stop);
    }

    /** Waits until it has ended; throws what ended it, unless it was stopped. */
    public void join() throws InterruptedException {
        running.await();
        broken.get()
                .ifPresent(
                        cause -> {
                            throw cause instanceof ParleyException refused
                                    ? refused
                                    : new IllegalStateException("the worker broke", cause);
                        });
    }

    /** Claims nothing more, and gives back what is not finished within this time. */
    public void stop(Duration grace) {
        isStopping = true;
        slots.forEach(Slot::stop);
        try {
            if (!running.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                slots.forEach(Slot::abandon);
                running.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        leave();
        spool.close();
    }

    /** Tells the hub, once, that nobody need wait for this worker; whoever else stops it waits. */
    private synchronized void leave() {
        if (hasLeft) {
            return;
        }
        hasLeft = true;
        var leaving =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        setup.client.tasks().leave(setup.agent, setup.has);
                                    } catch (ParleyException _) {
                                        // the hub is away, and forgets us by itself
                                    }
                                });
        Waiting.join(leaving, GOODBYE);
    }

    @Override
    public void close() {
        stop(GRACE);
    }
}
