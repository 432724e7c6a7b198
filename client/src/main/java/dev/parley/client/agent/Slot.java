package dev.parley.client.agent;

import dev.parley.client.Claim;
import dev.parley.client.Claimed;
import dev.parley.client.Lease;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.function.Consumer;

/** Claims one task after the other and does it. */
final class Slot {
    private static final String STOPPED = "its worker stopped";

    private final ParleyClient client;
    private final int number;
    private final Spool spool;
    private final Delivery delivery;
    private final Work work;
    private final Consumer<String> notes;
    private final Thread thread;

    private Claim claim;
    private Phase phase = Phase.CLAIMING;
    private boolean isStopping;
    private boolean isAbandoning;
    private boolean isLost;

    /** Whether the thread may be interrupted, and by what. */
    private enum Phase {
        CLAIMING,
        WORKING,
        DELIVERING
    }

    Slot(ParleyClient client, int number, Claim first, Worker.Setup setup, Spool spool, Work work) {
        this.client = client;
        this.number = number;
        this.spool = spool;
        this.work = work;
        this.notes = setup.notes();
        this.delivery = new Delivery(client.tasks(), spool, notes);
        this.claim = spool.resumed(number, first);
        this.thread = Thread.ofVirtual().name("worker " + setup.agent()).unstarted(this::run);
    }

    Thread start(Thread.UncaughtExceptionHandler broken) {
        thread.setUncaughtExceptionHandler(broken);
        thread.start();
        return thread;
    }

    private void run() {
        spool.begin(number, claim);
        for (int failures = 0; mayEnter(Phase.CLAIMING); ) {
            try {
                var got = client.tasks().claim(claim);
                if (failures > 0) {
                    notes.accept("connected again");
                    failures = 0;
                }
                got.ifPresent(this::hold);
            } catch (ParleyException e) {
                if (e.problem() == Problem.IDEMPOTENCY_MISMATCH) {
                    renewClaim();
                } else if (!Waiting.mayPass(e)) {
                    throw e;
                } else if (mayEnter(Phase.CLAIMING)) {
                    if (failures == 0) {
                        notes.accept(e.detail() + "; trying until it is back");
                    }
                    Waiting.pause(failures++);
                }
            }
        }
    }

    /** What is under way is on disk first, so that it is given back should this process end. */
    private void hold(Claimed claimed) {
        var lease = claimed.lease();
        var finished = new Finished(lease, Result.tryAgain("its worker was interrupted"));
        enter(Phase.DELIVERING);
        spool.keep(finished);
        renewClaim();
        if (claimed.repeated() && !Heartbeat.isGood(client.tasks(), lease)) {
            spool.drop(finished);
            return;
        }
        try (var _ = new Heartbeat(client.tasks(), lease, this::lose)) {
            var result =
                    mayEnter(Phase.WORKING)
                            ? result(new Job(client, claimed.task(), lease))
                            : new Result.Released(STOPPED);
            if (enter(Phase.DELIVERING)) {
                notes.accept(lease.task() + " was taken from this worker");
                spool.drop(finished);
            } else {
                finished = new Finished(lease, result);
                spool.keep(finished);
                delivery.deliver(finished, _ -> mayWait());
            }
        }
    }

    private void renewClaim() {
        claim = claim.again();
        spool.begin(number, claim);
    }

    private Result result(Job job) {
        try {
            return work.on(job);
        } catch (InterruptedException _) {
            return new Result.Released(STOPPED);
        } catch (Exception e) {
            if (e instanceof ParleyException refused && isLost(refused, job.lease())) {
                lose();
            }
            return mayWait() ? Result.tryAgain(e.toString()) : new Result.Released(STOPPED);
        }
    }

    /** What a handler is refused may be about another task. */
    private boolean isLost(ParleyException refused, Lease lease) {
        return Refusals.isLeaseOver(refused) && !Heartbeat.isGood(client.tasks(), lease);
    }

    /** Whether the next phase may begin. */
    private synchronized boolean mayEnter(Phase next) {
        enter(next);
        return !isStopping;
    }

    /** Whether the task was lost in the phase that ends; an interrupt of that phase is over. */
    private synchronized boolean enter(Phase next) {
        boolean wasLost = isLost;
        phase = next;
        isLost = false;
        Thread.interrupted();
        return wasLost;
    }

    private synchronized boolean mayWait() {
        return !isAbandoning;
    }

    private synchronized void lose() {
        if (phase == Phase.WORKING) {
            isLost = true;
            thread.interrupt();
        }
    }

    /** Claims nothing more. */
    synchronized void stop() {
        isStopping = true;
        if (phase == Phase.CLAIMING) {
            thread.interrupt();
        }
    }

    /** Gives back what is under way. */
    synchronized void abandon() {
        isAbandoning = true;
        if (phase == Phase.WORKING) {
            thread.interrupt();
        }
    }
}
