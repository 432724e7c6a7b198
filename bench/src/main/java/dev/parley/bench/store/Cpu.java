package dev.parley.bench.store;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;

/** How much processor time threads have used. */
final class Cpu {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Cpu() {}

    static long ofCurrentThread() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** The one thread of this name. */
    static long ofThread(String name) {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().equals(name))
                .mapToLong(thread -> THREADS.getThreadCpuTime(thread.getThreadId()))
                .reduce(
                        (_, _) -> {
                            throw new IllegalStateException("more than one thread " + name);
                        })
                .orElseThrow();
    }
}
