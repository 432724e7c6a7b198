package dev.parley.e2e.crash;

import dev.parley.e2e.hub.Hub;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Kills a hub under load at random moments, some of them while it is still starting, and looks at
 * what is left.
 *
 * @param cycles how often it is killed under load
 * @param seed decides every moment
 * @param progress where a line about each cycle goes
 */
public record CrashTrial(Path data, int cycles, long seed, Consumer<String> progress) {
    private static final int SHORTEST_MILLIS = 150;
    private static final int LONGEST_MILLIS = 2_200;
    private static final int KILLED_STARTING_ONE_IN = 5;
    private static final int LONGEST_START_MILLIS = 1_500;

    /** What came out of it. */
    public record Result(
            Verdict verdict,
            boolean isCheckOk,
            String check,
            Restarts restarts,
            long acknowledged,
            long entries) {
        public boolean isClean() {
            return verdict.isClean() && isCheckOk;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,d acknowledged, %,d entries in the log%n%s%ncheck %s%n%s",
                    acknowledged,
                    entries,
                    verdict,
                    isCheckOk ? "ok" : check,
                    restarts);
        }
    }

    public Result run() {
        progress.accept("seed " + seed);
        var random = new SplittableRandom(seed);
        var restarts = new Restarts();
        var hub = Crowd.hub(data).start();
        try (var crowd = new Crowd(hub, seed)) {
            for (int cycle = 1; cycle <= cycles; cycle++) {
                int alive = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
                sleep(alive);
                crowd.requireWell();
                hub.kill();
                hub.close();
                boolean twice = random.nextInt(KILLED_STARTING_ONE_IN) == 0;
                if (twice) {
                    killWhileStarting(random.nextInt(LONGEST_START_MILLIS));
                }
                long began = System.nanoTime();
                hub = Crowd.hub(data).start();
                var took = Duration.ofNanos(System.nanoTime() - began);
                restarts.add(took);
                crowd.follow(hub);
                tell(cycle, alive, twice, took, crowd.ledger().count());
            }
            crowd.finish();
            return look(hub, crowd, restarts);
        } finally {
            hub.close();
        }
    }

    private void killWhileStarting(int afterMillis) {
        try (var hub = Crowd.hub(data).launch()) {
            sleep(afterMillis);
            hub.kill();
        }
    }

    private static Result look(Hub hub, Crowd crowd, Restarts restarts) {
        var owner = hub.owner();
        var log = WholeLog.of(owner, crowd.runs());
        var check = owner.hub().check();
        return new Result(
                Audit.of(crowd.ledger(), log),
                check.ok(),
                check.findings().toString(),
                restarts,
                crowd.ledger().count(),
                log.size());
    }

    private void tell(int cycle, int alive, boolean twice, Duration took, long acknowledged) {
        progress.accept(
                String.format(
                        Locale.ROOT,
                        "cycle %d of %d: killed after %.2f s%s, back in %.2f s; %,d acknowledged",
                        cycle,
                        cycles,
                        alive / 1000.0,
                        twice ? " and once more while starting" : "",
                        Restarts.seconds(took),
                        acknowledged));
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
