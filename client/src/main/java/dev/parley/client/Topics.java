package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is published, and following it by patterns: in one, {@code *} is any word of a topic and
 * {@code **} any number of them.
 */
public final class Topics {
    private final Transport transport;
    private final Epoch epoch;

    Topics(Transport transport, Epoch epoch) {
        this.transport = transport;
        this.epoch = epoch;
    }

    /**
     * Publishes once; what agent alice calls {@code data.ready} is on {@code
     * agent.alice.data.ready}.
     */
    public Published publish(String eventType, ObjectNode data) {
        return publish(eventType, data, transport.mint("key"));
    }

    /**
     * The same with a key of one's own, by which the hub recognises the repetition after a crash.
     */
    public Published publish(String eventType, ObjectNode data, String key) {
        var body = Json.object().put("event_type", eventType);
        body.set("data", data);
        return Published.read(transport.post(Target.of("api", "events"), body, Duration.ZERO, key));
    }

    /** Follows live what is published from now on; when this returns, nothing more is missed. */
    public EventStream follow(List<String> patterns) {
        return EventStream.open(transport, patterns);
    }

    /**
     * Has the hub keep a subscription under this name, which outlives connections and restarts. One
     * that is there keeps its place.
     *
     * @param fromTheStart whether a new one begins with the oldest event that is kept, not with the
     *     next
     */
    public void subscribe(String name, List<String> patterns, boolean fromTheStart) {
        var body = Json.object().put("from", fromTheStart ? "start" : "now");
        var topics = body.putArray("topics");
        patterns.forEach(topics::add);
        transport.put(at(name), body);
    }

    /**
     * What comes after a place, else after what was committed; when there is nothing, waits for it,
     * and answers with an empty page when the wait is over.
     */
    public EventPage look(String name, OptionalLong after, int limit, Duration wait) {
        var target = at(name).with("limit", limit).with("wait", Target.seconds(wait));
        after.ifPresent(place -> target.with("after", place));
        long place = after.orElse(0);
        var answer = epoch.guarding(() -> transport.get(epoch.with(place, target), wait));
        epoch.learn(place, answer.json());
        return EventPage.read(answer);
    }

    /** Up to there everything is dealt with; a place further back changes nothing. */
    public void commit(String name, long position) {
        var target = Target.of("api", "subscriptions", name, "commit");
        transport.post(target, Json.object().put("position", position), Duration.ZERO);
    }

    public void unsubscribe(String name) {
        transport.delete(at(name));
    }

    private static Target at(String name) {
        return Target.of("api", "subscriptions", name);
    }
}
