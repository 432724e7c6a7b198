package dev.parley.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What leases and fences shall do, in a few lines and without a store. */
final class LeaseModel {
    static final int MAX_ATTEMPTS = 3;
    static final long LEASE = 10;
    static final int NOBODY = -1;

    final List<Task> tasks = new ArrayList<>();
    private final Map<String, Given> keys = new HashMap<>();
    private long now;

    /** A claim's answer. */
    record Given(int task, long fence) {}

    static final class Task {
        String state = "queued";
        long fence;
        int attempts;
        int released;
        int holder = NOBODY;
        private long due;

        boolean isOver() {
            return Set.of("completed", "failed", "cancelled").contains(state);
        }

        private boolean isHeldBy(int worker, long shown) {
            return holder == worker && fence == shown;
        }

        private void requeue() {
            state = "queued";
            fence++;
            holder = NOBODY;
        }

        private void requeueOrFail() {
            if (attempts - released < MAX_ATTEMPTS) {
                requeue();
            } else {
                state = "failed";
            }
        }
    }

    LeaseModel(int count) {
        for (int i = 0; i < count; i++) {
            tasks.add(new Task());
        }
    }

    Optional<Given> claim(int worker) {
        for (int i = 0; i < tasks.size(); i++) {
            var task = tasks.get(i);
            if (task.state.equals("queued")) {
                task.state = "running";
                task.fence++;
                task.attempts++;
                task.holder = worker;
                task.due = now + LEASE;
                return Optional.of(new Given(i, task.fence));
            }
        }
        return Optional.empty();
    }

    /** The same key gets the same answer, unless there was none. */
    Optional<Given> claim(int worker, String key) {
        var known = keys.get(worker + key);
        if (known != null) {
            return Optional.of(known);
        }
        var given = claim(worker);
        given.ifPresent(claimed -> keys.put(worker + key, claimed));
        return given;
    }

    /** Whether it is allowed, which is then done. */
    boolean hold(int worker, int index, long fence, Runnable deed) {
        var task = tasks.get(index);
        if (!task.state.equals("running") || !task.isHeldBy(worker, fence)) {
            return false;
        }
        task.due = now + LEASE;
        deed.run();
        return true;
    }

    boolean complete(int worker, int index, long fence) {
        var task = tasks.get(index);
        boolean isRepeated = task.state.equals("completed") && task.isHeldBy(worker, fence);
        return isRepeated || hold(worker, index, fence, () -> task.state = "completed");
    }

    boolean fail(int worker, int index, long fence, boolean mayRetry) {
        var task = tasks.get(index);
        return hold(
                worker,
                index,
                fence,
                () -> {
                    if (mayRetry) {
                        task.requeueOrFail();
                    } else {
                        task.state = "failed";
                    }
                });
    }

    boolean release(int worker, int index, long fence) {
        var task = tasks.get(index);
        return hold(
                worker,
                index,
                fence,
                () -> {
                    task.released++;
                    task.requeue();
                });
    }

    boolean cancel(int index) {
        var task = tasks.get(index);
        boolean isLive = !task.isOver();
        if (isLive) {
            task.state = "cancelled";
        }
        return isLive;
    }

    void pass(long seconds) {
        now += seconds;
        for (var task : tasks) {
            if (task.state.equals("running") && task.due <= now) {
                task.requeueOrFail();
            }
        }
    }
}
