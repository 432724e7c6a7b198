package dev.parley;

import dev.parley.bus.Wakeups;
import dev.parley.http.HttpServer;
import dev.parley.metric.Metrics;
import dev.parley.store.Health;
import dev.parley.store.Store;

/** Which parts of the hub are measured, and as what. */
final class Gauges {
    private Gauges() {}

    static void bind(Metrics metrics, Store store, HttpServer http, Wakeups wakeups) {
        store.tell(metrics::committed);
        metrics.gauge(
                        "parley.store.well",
                        "1 while the store writes, else 0",
                        () -> store.health() == Health.OK ? 1 : 0)
                .gauge(
                        "parley.store.queue",
                        "Commands that wait to be written",
                        () -> store.stats().queued())
                .counter(
                        "parley.store.commands",
                        "Commands that were written",
                        () -> store.stats().commands())
                .counter("parley.store.reads", "Reads", () -> store.stats().reads())
                .gauge("parley.http.open", "Requests that are open", http::open)
                .gauge("parley.waits", "Requests that wait for something new", wakeups::waiting);
        if (!store.dialect().isShared()) {
            metrics.gauge(
                    "parley.store.wal.bytes",
                    "How long the write-ahead log is",
                    store.dialect()::logBytes);
        }
    }
}
