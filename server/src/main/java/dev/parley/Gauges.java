package dev.parley;

import dev.parley.bus.Wakeups;
import dev.parley.http.HttpServer;
import dev.parley.inbox.Oldest;
import dev.parley.mcp.Sessions;
import dev.parley.metric.Lately;
import dev.parley.metric.Metrics;
import dev.parley.metric.Steady;
import dev.parley.notice.Notices;
import dev.parley.protocol.Wire;
import dev.parley.question.Questions;
import dev.parley.store.Health;
import dev.parley.store.Store;
import dev.parley.store.table.TaskCounts;
import dev.parley.stream.Traffic;
import dev.parley.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Which parts of the hub are measured, and as what; docs/metrics.md lists it all. */
final class Gauges {
    private static final double MILLIS = 1_000;

    private Gauges() {}

    static void bindStore(Metrics metrics, Store store) {
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
                .counter("parley.store.reads", "Reads", () -> store.stats().reads());
        if (!store.dialect().isShared()) {
            metrics.gauge(
                    "parley.store.wal.bytes",
                    "How long the write-ahead log is",
                    store.dialect()::logBytes);
        }
    }

    static void bindDoors(
            Metrics metrics, HttpServer http, Sessions mcp, Wakeups wakeups, Traffic streams) {
        metrics.gauge("parley.http.open", "Requests that are open", http::open)
                .gauge("parley.mcp.sessions", "Sessions of MCP clients that are open", mcp::count)
                .gauge("parley.waits", "Requests that wait for something new", wakeups::waiting)
                .counter("parley.streams.frames", "Frames that streams have sent", streams::sent)
                .counter(
                        "parley.streams.behind",
                        "Streams whose queue was full and that went on by a cursor of their own",
                        streams::behind)
                .counter(
                        "parley.streams.dropped",
                        "Streams that were cut because their client took nothing",
                        streams::dropped);
        for (var kind : Traffic.Kind.values()) {
            metrics.gauge(
                    "parley.streams.open",
                    "Streams that are open",
                    "kind",
                    Wire.name(kind),
                    () -> streams.open(kind));
        }
        metrics.history()
                .gauge(
                        "streams_open",
                        () ->
                                streams.open(Traffic.Kind.SSE)
                                        + streams.open(Traffic.Kind.WEBSOCKET));
    }

    static void bindWaiting(
            Metrics metrics,
            Questions questions,
            Lately<List<Oldest.Waiting>> unread,
            InstantSource clock,
            LongSupplier nanos) {
        var open = new Lately<>(0L, questions::countOpen, nanos);
        metrics.gauge("parley.questions.open", "Questions that wait for a person", open::get)
                .gauge(
                        "parley.inbox.oldest.unread.seconds",
                        "How long the oldest entry of all inboxes has waited to be taken",
                        () -> age(unread.get(), clock));
    }

    static void bindTasks(
            Metrics metrics, Store store, Tasks tasks, InstantSource clock, LongSupplier nanos) {
        var totals = new Lately<>(TaskCounts.Totals.NONE, tasks::totals, nanos);
        var steady =
                new Steady<>(TaskCounts.Totals.NONE, () -> store.stats().commands(), tasks::totals);
        metrics.history().gauge("tasks_queued", () -> steady.get().queued());
        metrics.history().gauge("oldest_task_seconds", () -> age(steady.get().oldest(), clock));
        metrics.gauge(
                        "parley.tasks",
                        "Tasks that are not over",
                        "state",
                        "queued",
                        () -> totals.get().queued())
                .gauge(
                        "parley.tasks",
                        "Tasks that are not over",
                        "state",
                        "held",
                        () -> totals.get().held())
                .gauge(
                        "parley.tasks.oldest.queued.seconds",
                        "How long ago the oldest task that waits was created",
                        () -> age(totals.get().oldest(), clock));
    }

    static void bindNotices(Metrics metrics, Notices notices, LongSupplier nanos) {
        var waiting = new Lately<>(0L, notices::waiting, nanos);
        metrics.gauge(
                "parley.notices.waiting",
                "Notices that are still to be sent, or sent again",
                waiting::get);
    }

    private static double age(@Nullable Instant since, InstantSource clock) {
        return since == null ? 0 : Duration.between(since, clock.instant()).toMillis() / MILLIS;
    }

    private static double age(List<Oldest.Waiting> unread, InstantSource clock) {
        return unread.isEmpty()
                ? 0
                : Duration.between(unread.getFirst().since(), clock.instant()).toMillis() / MILLIS;
    }
}
