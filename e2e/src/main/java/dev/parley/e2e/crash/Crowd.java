package dev.parley.e2e.crash;

import dev.parley.client.NewRun;
import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Setup;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Four producers and four consumers in two runs, each with a token of its own. */
public final class Crowd implements AutoCloseable {
    private static final int RUNS = 2;
    private static final int PAIRS_IN_A_RUN = 2;
    private static final Duration LONGEST_END = Duration.ofMinutes(2);

    private final Line line;
    private final Ledger ledger = new Ledger();
    private final List<RunId> runs = new ArrayList<>();
    private final AtomicBoolean sendingIsOver = new AtomicBoolean();
    private final AtomicBoolean readingIsOver = new AtomicBoolean();
    private final List<Connection> connections = new ArrayList<>();
    private final List<Future<?>> producers = new ArrayList<>();
    private final List<Future<?>> consumers = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** A hub on this folder on which a crowd may send as fast as it can. */
    public static Setup hub(Path data) {
        return Hub.on(data).with("limits.pair-rate", "0").with("limits.agent-rate", "0");
    }

    /** Opens the runs and sets everybody to work. */
    public Crowd(Hub hub, long seed) {
        line = new Line(hub);
        var random = new SplittableRandom(seed);
        var owner = hub.owner();
        for (int number = 0; number < RUNS; number++) {
            join(owner, number, random);
        }
    }

    private void join(ParleyClient owner, int number, SplittableRandom random) {
        var readers = names("reader-" + number);
        var writers = names("writer-" + number);
        var wanted = NewRun.of(RunProtocol.OPEN);
        for (var name : readers) {
            wanted = wanted.with(name, new AgentName(name));
        }
        for (var name : writers) {
            wanted = wanted.with(name, new AgentName(name));
        }
        var run = owner.runs().create(wanted).runId();
        runs.add(run);
        for (var name : writers) {
            var mine = connect(owner, name);
            producers.add(
                    threads.submit(
                            new Producer(
                                            name,
                                            run,
                                            readers,
                                            random.split(),
                                            mine,
                                            ledger,
                                            sendingIsOver)
                                    ::work));
        }
        for (var name : readers) {
            var mine = connect(owner, name);
            ledger.reads(name, run.value());
            consumers.add(
                    threads.submit(
                            new Consumer(name, run, random.split(), mine, ledger, readingIsOver)
                                    ::work));
        }
    }

    private static List<String> names(String kind) {
        var names = new ArrayList<String>();
        for (int i = 0; i < PAIRS_IN_A_RUN; i++) {
            names.add(kind + "-" + i);
        }
        return names;
    }

    private Connection connect(ParleyClient owner, String name) {
        var token = owner.tokens().create(NewToken.forAgent(new AgentName(name), "worker"));
        var connection = new Connection(line, token.secret());
        connections.add(connection);
        return connection;
    }

    /** What everybody has noted so far. */
    public Ledger ledger() {
        return ledger;
    }

    public List<RunId> runs() {
        return List.copyOf(runs);
    }

    /** Tells everybody where the hub is now. */
    public void follow(Hub hub) {
        line.connect(hub);
    }

    /** Fails if anybody has given up. */
    public void requireWell() {
        for (var one : producers) {
            if (one.isDone()) {
                await(one);
            }
        }
        for (var one : consumers) {
            if (one.isDone()) {
                await(one);
            }
        }
    }

    /** Lets producers finish what they have begun, then consumers read to the end. */
    public void finish() {
        sendingIsOver.set(true);
        producers.forEach(Crowd::await);
        readingIsOver.set(true);
        consumers.forEach(Crowd::await);
    }

    private static void await(Future<?> one) {
        try {
            one.get(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a producer or consumer did not come to its end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Everybody stops where they are. */
    @Override
    public void close() {
        sendingIsOver.set(true);
        readingIsOver.set(true);
        threads.shutdownNow();
        connections.forEach(Connection::close);
        threads.close();
    }
}
