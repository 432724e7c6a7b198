package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TopicPattern;
import dev.parley.protocol.codec.Events;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.EventTable;
import dev.parley.store.table.SubscriptionTable;
import dev.parley.topic.NewEvent;
import dev.parley.topic.Subscriptions;
import dev.parley.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Publishing, and subscriptions that are kept, over HTTP. */
public final class TopicRoutes {
    private final Store store;
    private final Topics topics;
    private final Subscriptions subscriptions;
    private final Idempotency idempotency;

    public TopicRoutes(Store store, Topics topics, Subscriptions subscriptions) {
        this.store = store;
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.idempotency = new Idempotency(store);
    }

    /** Takes the frame that subscribers will get, or just the word and its data. */
    Answer publish(Call call) throws IOException {
        var body = call.json();
        return idempotency.create(
                call,
                body,
                topics.publish(call.caller(), event(body)),
                TopicRoutes::published,
                TopicRoutes::published);
    }

    private static NewEvent event(ObjectNode body) {
        var in = Fields.of(body);
        if (Events.isPublished(body)) {
            var event = Events.published(body);
            return new NewEvent(event.agent(), event.eventType(), event.data());
        }
        var agent = in.text("agent", "from_agent");
        return new NewEvent(
                agent == null ? null : new AgentName(agent),
                in.requiredText("event_type"),
                Objects.requireNonNullElseGet(in.object("data"), Json::object));
    }

    private static ObjectNode published(EventTable.Row event) {
        return Json.object().put("topic", event.topic().value()).put("position", event.key().seq());
    }

    Answer put(Call call) throws IOException {
        var in = Fields.of(call.json());
        var from = Objects.requireNonNullElse(in.text("from"), "now");
        if (!List.of("now", "start").contains(from)) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "from must be now or start, was " + Names.quote(from));
        }
        var put = subscriptions.put(call.caller(), name(call), patterns(in), from.equals("start"));
        var body = describe(put.row());
        return put.isNew() ? Answer.created(body) : Answer.ok(body);
    }

    private static List<TopicPattern> patterns(Fields in) {
        return Topics.patterns(Words.list(in, "topics"));
    }

    Answer list(Call call) {
        var after = call.query("after").map(cursor -> Cursor.read(store.epoch(), cursor));
        int limit = Pages.limit(call);
        var rows = subscriptions.list(call.caller(), after.orElse(""), limit);
        var next =
                rows.size() < limit
                        ? null
                        : TextNode.valueOf(
                                Cursor.write(store.epoch(), rows.getLast().key().name()));
        return Answer.ok(Pages.page(rows, TopicRoutes::describe, next));
    }

    /** The subscription with what comes next on it; moves nothing. */
    Answer get(Call call) {
        call.query("epoch").ifPresent(epoch -> Cursor.requireEpoch(store.epoch(), epoch));
        var row = subscriptions.get(call.caller(), name(call));
        long after = call.number("after", row.position(), 0, Long.MAX_VALUE);
        var page =
                subscriptions.read(
                        call.caller(),
                        row,
                        after,
                        Pages.limit(call),
                        Duration.ofSeconds(call.waitSeconds()));
        var body = describe(row);
        var items = body.putArray("items");
        for (var event : page.events()) {
            items.addObject()
                    .put("position", event.key().seq())
                    .set("event", Json.parseTrusted(event.frame()));
        }
        body.put("end", page.end()).put("missed", after < page.gone());
        return Answer.ok(body.put("epoch", store.epoch()));
    }

    Answer commit(Call call) throws IOException {
        var in = Fields.of(call.json());
        long position = in.require(in.integer("position"), "position");
        if (position < 0) {
            throw new ParleyException(Problem.BAD_VALUE, "position must not be negative");
        }
        long stands = subscriptions.commit(call.caller(), name(call), position);
        return Answer.ok(Json.object().put("position", stands));
    }

    Answer remove(Call call) {
        subscriptions.remove(call.caller(), name(call));
        return Answer.noContent();
    }

    static ObjectNode describe(SubscriptionTable.Row row) {
        var body = Json.object().put("name", row.key().name());
        var wanted = body.putArray("topics");
        row.topics().forEach(topic -> wanted.add(topic.value()));
        body.put("position", row.position());
        return body.set("created_at", Times.epochSeconds(row.createdAt()));
    }

    private static String name(Call call) {
        return call.path("subscription");
    }
}
