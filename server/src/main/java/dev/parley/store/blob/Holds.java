package dev.parley.store.blob;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Who wants every blob to stay. A hold waits for a deletion under way, and no other begins. */
final class Holds {
    /** Fair, so that a hold gets its turn between the deletions of a long collection. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private int taken;

    /** A hold that any thread may close. */
    Blobs.Hold take() {
        change(1);
        return () -> change(-1);
    }

    private void change(int by) {
        turn.lock();
        try {
            taken += by;
        } finally {
            turn.unlock();
        }
    }

    boolean any() {
        return !unlessHeld(() -> true);
    }

    /** Does it to its end before a hold can be taken; or not at all, and says false. */
    boolean unlessHeld(BooleanSupplier deletion) {
        turn.lock();
        try {
            return taken == 0 && deletion.getAsBoolean();
        } finally {
            turn.unlock();
        }
    }
}
