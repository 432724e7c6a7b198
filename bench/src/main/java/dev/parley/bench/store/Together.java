package dev.parley.bench.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Does the same with many things, as many of them at once as the engine's queue has room for. */
final class Together {
    private static final int AT_ONCE = 256;

    private Together() {}

    static <A, B> List<B> each(List<A> things, Function<A, B> deed)
            throws InterruptedException, ExecutionException {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            var running =
                    things.stream().map(one -> threads.submit(() -> deed.apply(one))).toList();
            var done = new ArrayList<B>();
            for (var one : running) {
                done.add(one.get());
            }
            return done;
        }
    }
}
