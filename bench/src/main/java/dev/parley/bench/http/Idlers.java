package dev.parley.bench.http;

import dev.parley.bench.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** How often the store is asked for something while many wait for what does not come. */
final class Idlers {
    private static final int STREAMS = 200;
    private static final int POLLS = 200;

    private final Child hub;
    private final String owner;
    private final Gauges gauges;

    Idlers(Child hub, String owner) {
        this.hub = hub;
        this.owner = owner;
        this.gauges = new Gauges(hub.url(), owner);
    }

    void measure(Duration time, Report report) throws Exception {
        long alone = reads(time);
        // One token may have no more requests open than there are of either.
        var token = token("poller");
        var run = Deliveries.create(hub, "/api/runs", "{}", token, "run_id");
        var polls = new ArrayList<Connection>();
        try (var _ = Crowd.open(hub.url(), events(run), List.of(token("listener")), STREAMS)) {
            var ended = new CountDownLatch(POLLS);
            for (int i = 0; i < POLLS; i++) {
                var poll = new Connection(hub.url(), "/api/runs/" + run + "/messages", token);
                polls.add(poll);
                Thread.ofVirtual().start(() -> wait(poll, ended));
            }
            while (gauges.of(Gauges.WAITS) < POLLS) {
                if (ended.getCount() < POLLS) {
                    throw new IOException("not everybody may wait");
                }
                Thread.sleep(10);
            }
            long beside = reads(time);
            report.note(
                    "%d streams and %d long polls that wait for %d s: %d reads of the store; without them %d, the hub's own"
                            .formatted(STREAMS, POLLS, time.toSeconds(), beside, alone));
            try (var publisher =
                    new Connection(hub.url(), "/api/runs/" + run + "/messages", token)) {
                publisher.post(Stamps.message(System.nanoTime()));
            }
            ended.await();
        } finally {
            for (var poll : polls) {
                poll.close();
            }
        }
    }

    private String token(String agent) throws IOException {
        var wanted = "{\"agent\":\"" + agent + "\"}";
        return Deliveries.create(hub, "/api/tokens", wanted, owner, "token");
    }

    private static String events(String run) {
        return "/api/runs/" + run + "/events";
    }

    private static void wait(Connection poll, CountDownLatch ended) {
        try {
            poll.get("?wait=50&after=0");
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } finally {
            ended.countDown();
        }
    }

    /** How many there are in this time; looking at the figure asks for some itself. */
    private long reads(Duration time) throws Exception {
        long before = (long) gauges.of(Gauges.READS);
        Thread.sleep(time);
        return (long) gauges.of(Gauges.READS) - before;
    }
}
