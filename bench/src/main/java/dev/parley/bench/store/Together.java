package dev.parley.bench.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Does the same with many things at once, each on a thread of its own. */
final class Together {
    private Together() {}

    static <A, B> List<B> each(List<A> things, Function<A, B> deed)
            throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
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
