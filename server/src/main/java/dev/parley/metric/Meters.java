package dev.parley.metric;

import dev.parley.protocol.Act;
import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.TurnState;
import dev.parley.protocol.Wire;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** The meters themselves. Each is looked up once; a registry's own lookup costs far more. */
final class Meters {
    private static final Duration[] BUCKETS = {
        Duration.ofNanos(250_000),
        Duration.ofMillis(1),
        Duration.ofMillis(4),
        Duration.ofMillis(16),
        Duration.ofMillis(64),
        Duration.ofMillis(256),
        Duration.ofSeconds(1),
        Duration.ofSeconds(4),
        Duration.ofSeconds(60)
    };

    /** A message may lie for a day until its recipient comes. */
    private static final Duration[] LONG_BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(4),
        Duration.ofMillis(16),
        Duration.ofMillis(64),
        Duration.ofMillis(256),
        Duration.ofSeconds(1),
        Duration.ofSeconds(4),
        Duration.ofSeconds(60),
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        Duration.ofDays(1)
    };

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Request, Timer> requests = new ConcurrentHashMap<>();
    private final Map<String, Counter> refusals = new ConcurrentHashMap<>();
    private final Timer commits =
            timer("parley.store.commit", "Writing a batch and making it durable")
                    .register(registry);
    private final Timer syncs =
            timer("parley.store.sync", "The commit of a batch, which ends with the sync")
                    .register(registry);
    private final Timer deliveries =
            Timer.builder("parley.delivery")
                    .description("From adding an entry until its recipient was handed it")
                    .serviceLevelObjectives(LONG_BUCKETS)
                    .register(registry);
    private final Timer lags =
            timer("parley.streams.lag", "From adding an entry until it was handed to its streams")
                    .register(registry);
    private final Map<Act, Counter> messages = new EnumMap<>(Act.class);
    private final Counter claims =
            Counter.builder("parley.tasks.claimed").description("Claims").register(registry);
    private final Map<TaskState, Counter> tasks = new EnumMap<>(TaskState.class);
    private final Map<Tally.Noticed, Counter> notices = new HashMap<>();
    private final Map<ToolStatus, Timer> toolCalls = new EnumMap<>(ToolStatus.class);
    private final Map<ModelCall, Timer> modelCalls = new ConcurrentHashMap<>();
    private final Map<ModelTokens, Counter> modelTokens = new ConcurrentHashMap<>();
    private final Map<TurnState, Timer> turns = new EnumMap<>(TurnState.class);
    private final Map<String, Counter> trips = new ConcurrentHashMap<>();
    private final DistributionSummary batches =
            DistributionSummary.builder("parley.store.batch.commands")
                    .description("Commands that shared a batch")
                    .serviceLevelObjectives(1, 4, 16, 64, 256, 512)
                    .register(registry);
    private final AtomicBoolean isJvmBound = new AtomicBoolean();

    private record Request(String route, int status) {}

    private record ModelCall(String provider, String outcome) {}

    private record ModelTokens(String provider, String direction) {}

    Meters() {
        for (var act : Act.values()) {
            messages.put(
                    act,
                    Counter.builder("parley.messages")
                            .description("Entries added to logs by their act")
                            .tag("act", Wire.name(act))
                            .register(registry));
        }
        countTasks();
        countNotices();
        countToolCalls();
        countTurns();
    }

    private void countTasks() {
        for (var state : TaskState.values()) {
            if (state.isFinal()) {
                tasks.put(
                        state,
                        Counter.builder("parley.tasks.ended")
                                .description("Tasks that are over")
                                .tag("state", Wire.name(state))
                                .register(registry));
            }
        }
    }

    private void countNotices() {
        for (var channel : NoticeChannel.values()) {
            for (var state : NoticeState.values()) {
                notices.put(
                        new Tally.Noticed(channel, state),
                        Counter.builder("parley.notices")
                                .description("Attempts to tell somebody outside of a task")
                                .tag("channel", Wire.name(channel))
                                .tag("state", Wire.name(state))
                                .register(registry));
            }
        }
    }

    private void countToolCalls() {
        for (var status : ToolStatus.values()) {
            if (status.isFinal()) {
                toolCalls.put(
                        status,
                        timer("parley.tool.calls", "Calls of tools by how they ended")
                                .tag("status", Wire.name(status))
                                .register(registry));
            }
        }
    }

    void modelCalled(String provider, String outcome, Duration after, long input, long output) {
        modelCalls
                .computeIfAbsent(
                        new ModelCall(provider, outcome),
                        key ->
                                Timer.builder("parley.model.calls")
                                        .description("Calls of models by how they ended")
                                        .serviceLevelObjectives(LONG_BUCKETS)
                                        .tag("provider", key.provider)
                                        .tag("outcome", key.outcome)
                                        .register(registry))
                .record(after);
        modelTokens(provider, "input").increment((double) input);
        modelTokens(provider, "output").increment((double) output);
    }

    private Counter modelTokens(String provider, String direction) {
        return modelTokens.computeIfAbsent(
                new ModelTokens(provider, direction),
                key ->
                        Counter.builder("parley.model.tokens")
                                .description("Tokens that models have read and written")
                                .tag("provider", key.provider)
                                .tag("direction", key.direction)
                                .register(registry));
    }

    private void countTurns() {
        for (var state : TurnState.values()) {
            if (state.isFinal()) {
                turns.put(
                        state,
                        timer(
                                        "parley.turns",
                                        "Turns of agents that the hub runs, by how they ended")
                                .tag("state", Wire.name(state))
                                .register(registry));
            }
        }
    }

    void turnTaken(TurnState how, Duration after) {
        Objects.requireNonNull(turns.get(how)).record(after);
    }

    void toolCalled(ToolStatus how, Duration after) {
        Objects.requireNonNull(toolCalls.get(how)).record(after);
    }

    void request(String route, int status, long nanos) {
        requests.computeIfAbsent(new Request(route, status), this::requestTimer)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer requestTimer(Request request) {
        return timer("parley.http.requests", "Requests, waits included")
                .tags("route", request.route, "status", Integer.toString(request.status))
                .register(registry);
    }

    void refused(String code) {
        refusals.computeIfAbsent(
                        code,
                        _ ->
                                Counter.builder("parley.refusals")
                                        .description("Refusals by the code of their problem")
                                        .tag("code", code)
                                        .register(registry))
                .increment();
    }

    void committed(Batch batch) {
        commits.record(batch.nanos(), TimeUnit.NANOSECONDS);
        syncs.record(batch.syncNanos(), TimeUnit.NANOSECONDS);
        batches.record(batch.commands());
        for (var tally : batch.tallies()) {
            count(tally);
        }
    }

    private void count(Tally tally) {
        switch (tally) {
            case Tally.Appended(var act) -> Objects.requireNonNull(messages.get(act)).increment();
            case Tally.Delivered(var after) -> deliveries.record(notBefore(after));
            case Tally.Claimed() -> claims.increment();
            case Tally.TaskEnded(var state) -> Objects.requireNonNull(tasks.get(state)).increment();
            case Tally.Tripped(var guard) -> tripped(guard.slug());
            case Tally.Said _ -> {}
            case Tally.Noticed noticed -> Objects.requireNonNull(notices.get(noticed)).increment();
        }
    }

    private void tripped(String code) {
        trips.computeIfAbsent(
                        code,
                        _ ->
                                Counter.builder("parley.guard.trips")
                                        .description("Runs that a guard has paused")
                                        .tag("guard", code)
                                        .register(registry))
                .increment();
    }

    void streamed(Duration lag) {
        lags.record(notBefore(lag));
    }

    /** The wall's clock may have gone back between two looks at it. */
    private static Duration notBefore(Duration lag) {
        return lag.isNegative() ? Duration.ZERO : lag;
    }

    void gauge(String name, String description, Tags tags, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    void counter(String name, String description, Supplier<Number> value) {
        FunctionCounter.builder(name, value, supplier -> supplier.get().doubleValue())
                .description(description)
                .register(registry);
    }

    String scrape() {
        // Looking into the JVM loads much; a hub that nobody watches does without it.
        if (isJvmBound.compareAndSet(false, true)) {
            Jvm.bindTo(registry);
        }
        return registry.scrape();
    }

    private static Timer.Builder timer(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS);
    }
}
