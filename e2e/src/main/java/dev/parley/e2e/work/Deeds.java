package dev.parley.e2e.work;

import dev.parley.client.Claimed;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.TaskId;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What the workers of a trial saw, and what of it should not have been. */
final class Deeds {
    private final Map<TaskId, String> accepted = new ConcurrentHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong killed = new AtomicLong();

    void claimed(Claimed claimed, Capabilities has) {
        claims.incrementAndGet();
        var needs = Capabilities.of(claimed.task().requiredCapabilities());
        if (!has.suffice(needs)) {
            faults.add(
                    claimed.task().taskId() + " went to a worker that lacks " + has.lacking(needs));
        }
    }

    /** A completion counts once; said again by the same hold, it is the same. */
    void accepted(String worker, Claimed claimed) {
        var hold = worker + " with fence " + claimed.lease().fence();
        var before = accepted.putIfAbsent(claimed.task().taskId(), hold);
        if (before != null && !before.equals(hold)) {
            faults.add(claimed.task().taskId() + " was completed by " + before + " and by " + hold);
        }
    }

    void refused() {
        refused.incrementAndGet();
    }

    void killed() {
        killed.incrementAndGet();
    }

    void fault(String what) {
        faults.add(what);
    }

    boolean isFaulty() {
        return !faults.isEmpty();
    }

    int completed() {
        return accepted.size();
    }

    /** Whose completion of a task counted. */
    String holder(TaskId task) {
        return accepted.getOrDefault(task, "nobody");
    }

    WorkTrial.Result result(int tasks, String check) {
        return new WorkTrial.Result(
                tasks,
                accepted.size(),
                claims.get(),
                killed.get(),
                refused.get(),
                check,
                faults.stream().limit(20).toList());
    }
}
