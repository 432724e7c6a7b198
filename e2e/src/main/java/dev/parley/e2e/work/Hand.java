package dev.parley.e2e.work;

import dev.parley.client.Claim;
import dev.parley.client.Claimed;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A worker that now and then is as good as killed in the middle of a task: nothing is heard of it
 * for longer than its lease, then it comes back and says that it is done.
 *
 * @param killedOneIn how many tasks it does for each at which it is killed; 0 for never
 */
record Hand(
        String name,
        Capabilities has,
        int killedOneIn,
        ParleyClient client,
        Deeds deeds,
        SplittableRandom random) {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration DEAD = LEASE.plusSeconds(1);
    private static final int LONGEST_WORK_MILLIS = 20;
    private static final long PAUSE_MILLIS = 50;

    void workUntil(BooleanSupplier isOver) {
        var claim = Claim.by(new AgentName(name), has, LEASE, WAIT);
        while (!isOver.getAsBoolean()) {
            try {
                var got = client.tasks().claim(claim);
                if (got.isPresent()) {
                    claim = claim.again();
                    deeds.claimed(got.get(), has);
                    work(got.get(), isOver);
                }
            } catch (ParleyException e) {
                if (!e.problem().recoverable()) {
                    deeds.fault(name + " could not claim: " + e.detail());
                    return;
                }
                pause(PAUSE_MILLIS);
            }
        }
    }

    private void work(Claimed claimed, BooleanSupplier isOver) {
        if (killedOneIn > 0 && random.nextInt(killedOneIn) == 0) {
            deeds.killed();
            pause(DEAD.toMillis());
        } else {
            pause(random.nextInt(LONGEST_WORK_MILLIS));
        }
        while (!isOver.getAsBoolean()) {
            try {
                client.tasks()
                        .complete(claimed.lease(), Json.object().put("result", "done by " + name));
                deeds.accepted(name, claimed);
                return;
            } catch (ParleyException e) {
                if (e.problem() == Problem.STALE_LEASE || e.problem() == Problem.TASK_ENDED) {
                    deeds.refused();
                    return;
                }
                if (!e.problem().recoverable()) {
                    deeds.fault(claimed.task().taskId() + " could not be completed: " + e.detail());
                    return;
                }
                pause(PAUSE_MILLIS);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
