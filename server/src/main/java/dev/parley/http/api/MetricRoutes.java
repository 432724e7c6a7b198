package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.Oldest;
import dev.parley.metric.Figures;
import dev.parley.metric.Lately;
import dev.parley.metric.Metrics;
import dev.parley.metric.Span;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.InboxKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** What the hub counts and measures, for Prometheus. */
public final class MetricRoutes {
    /** Agents that are named; those who have waited longest. */
    static final int MAX_AGENTS = 100;

    private static final double MILLIS = 1_000;
    private static final int USUAL_MINUTES = 5;
    private static final int MAX_MINUTES = 60;
    private static final int MAX_EDGES = 200;

    private final Metrics metrics;
    private final Lately<List<Oldest.Waiting>> unread;
    private final InstantSource clock;
    private final boolean isOpen;

    /** Open metrics are for whoever asks, and name nobody; others for whoever may read. */
    public MetricRoutes(
            Metrics metrics,
            Lately<List<Oldest.Waiting>> unread,
            InstantSource clock,
            boolean isOpen) {
        this.metrics = metrics;
        this.unread = unread;
        this.clock = clock;
        this.isOpen = isOpen;
    }

    boolean isOpen() {
        return isOpen;
    }

    Answer get(Call call) {
        var text = metrics.scrape() + (isOpen ? "" : agents(call.caller()));
        return Answer.bytes(Metrics.CONTENT_TYPE, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What some of it was lately, for people and whoever watches for them. */
    Answer history(Call call) {
        var word = call.query("span").orElse(Span.QUARTER.word());
        var span =
                Span.of(word)
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.BAD_VALUE,
                                                "span must be one of " + Span.words()));
        var past = metrics.history().past(span);
        var body = Json.object().put("span", word).put("step_seconds", span.step().toSeconds());
        body.set("until", Times.epochSeconds(past.until()));
        var series = body.putObject("series");
        past.series().forEach((name, values) -> write(series.putArray(name), values));
        return Answer.ok(body);
    }

    /** Who has lately spoken to whom; an agent is told of itself. */
    Answer traffic(Call call) {
        int minutes = (int) call.number("minutes", USUAL_MINUTES, 1, MAX_MINUTES);
        var caller = call.caller();
        var own = caller.speaksFor().map(AgentName::value);
        var body = Json.object().put("minutes", minutes);
        var edges = body.putArray("edges");
        var now = clock.instant();
        metrics
                .talk()
                .within(caller.space(), minutes, own.isEmpty() ? MAX_EDGES : Integer.MAX_VALUE)
                .stream()
                .filter(
                        edge ->
                                own.isEmpty()
                                        || own.get().equals(edge.from())
                                        || own.get().equals(edge.to()))
                .limit(MAX_EDGES)
                .forEach(
                        edge ->
                                edges.addObject()
                                        .put("from", edge.from())
                                        .put("to", edge.to())
                                        .put("messages", edge.messages())
                                        .set("last_at", Times.epochSeconds(now.minus(edge.ago()))));
        return Answer.ok(body);
    }

    private static void write(ArrayNode array, List<Double> values) {
        for (var value : values) {
            if (value.isNaN()) {
                array.addNull();
            } else {
                array.add(Math.round(value * MILLIS) / MILLIS);
            }
        }
    }

    private String agents(Principal caller) {
        var figures =
                new Figures(
                        "parley_agent_oldest_unread_seconds",
                        "How long the oldest entry of an agent's inbox has waited to be taken");
        var now = clock.instant();
        unread.get().stream()
                .filter(waiting -> isSeen(caller, waiting.inbox()))
                .limit(MAX_AGENTS)
                .forEach(
                        waiting ->
                                figures.add(
                                        Map.of(
                                                "space", waiting.inbox().space().value(),
                                                "agent", waiting.inbox().recipient()),
                                        Duration.between(waiting.since(), now).toMillis()
                                                / MILLIS));
        return figures.toString();
    }

    /** The owner of the hub sees all, others their space, and an agent itself. */
    private static boolean isSeen(Principal caller, InboxKey inbox) {
        if (caller.speaksFor().isPresent()) {
            return caller.space().equals(inbox.space())
                    && caller.speaksFor().get().value().equals(inbox.recipient());
        }
        boolean isHubOwner = caller.role() == Role.OWNER && caller.space().equals(Space.DEFAULT);
        return isHubOwner || caller.space().equals(inbox.space());
    }
}
