package dev.parley.metric;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The JVM under the hub: memory, collections, threads, processor, files, time. */
final class Jvm {
    private static final double MILLIS = 1_000;

    private Jvm() {}

    static void bindTo(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        ManagementFactory.getGarbageCollectorMXBeans().forEach(gc -> bind(gc, registry));
    }

    /** Micrometer's own would listen to every collection from the moment somebody first asks. */
    private static void bind(GarbageCollectorMXBean collector, MeterRegistry registry) {
        FunctionCounter.builder(
                        "jvm.gc.collections", collector, gc -> Math.max(0, gc.getCollectionCount()))
                .tag("gc", collector.getName())
                .register(registry);
        FunctionCounter.builder(
                        "jvm.gc.collection.seconds",
                        collector,
                        gc -> Math.max(0, gc.getCollectionTime()) / MILLIS)
                .tag("gc", collector.getName())
                .register(registry);
    }
}
