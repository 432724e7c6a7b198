package dev.parley.client.agent;

import dev.parley.client.Lease;
import dev.parley.client.Tasks;
import dev.parley.protocol.ParleyException;
import java.time.Duration;

/** Keeps a lease up in the background, and tells when it is over. */
final class Heartbeat implements AutoCloseable {
    private static final int BEATS_PER_LEASE = 3;

    private final Tasks tasks;
    private final Lease lease;
    private final Runnable lost;
    private final Thread thread;

    Heartbeat(Tasks tasks, Lease lease, Runnable lost) {
        this.tasks = tasks;
        this.lease = lease;
        this.lost = lost;
        this.thread = Thread.ofVirtual().name("lease of " + lease.task()).start(this::beat);
    }

    private void beat() {
        var pause = lease.length().dividedBy(BEATS_PER_LEASE);
        try {
            while (true) {
                Thread.sleep(pause.isZero() ? Duration.ofSeconds(1) : pause);
                if (!isGood(tasks, lease)) {
                    lost.run();
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether the lease still counts, which it then does for longer; only the hub itself can say
     * that it does not.
     */
    static boolean isGood(Tasks tasks, Lease lease) {
        try {
            tasks.heartbeat(lease);
            return true;
        } catch (ParleyException e) {
            return !Refusals.isLeaseOver(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
