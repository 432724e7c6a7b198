package dev.parley.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Keeps a store's writer busy inside a command until it is released. */
final class Blocked implements AutoCloseable {
    private final CountDownLatch released = new CountDownLatch(1);
    private final CompletableFuture<Boolean> answer;

    Blocked(Store store) throws InterruptedException {
        var inside = new CountDownLatch(1);
        answer =
                store.submit(
                        _ -> {
                            inside.countDown();
                            awaitRelease();
                            return true;
                        });
        inside.await();
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void release() {
        released.countDown();
    }

    @Override
    public void close() {
        release();
        answer.join();
    }
}
