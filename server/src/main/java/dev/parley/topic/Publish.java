package dev.parley.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.PublishedEvent;
import dev.parley.protocol.Space;
import dev.parley.protocol.TopicName;
import dev.parley.protocol.codec.Events;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.EventHeadTable;
import dev.parley.store.table.EventTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Adds an event to those of its space. */
record Publish(Space space, Optional<AgentName> publisher, NewEvent event)
        implements Command<EventTable.Row> {
    private static final int MAX_BYTES = 64 * 1024;
    private static final String USER = "user";

    @Override
    public void touches(Touches touches) {
        touches.lock(EventHeadTable.Row.lock(space));
        touches.row(EventHeadTable.TABLE, space);
    }

    @Override
    public EventTable.Row decide(Tx tx) throws SQLException {
        var heads = tx.rows(EventHeadTable.TABLE);
        var head = heads.find(space).orElseGet(() -> EventHeadTable.Row.of(space));
        var frame = frame(tx.now());
        var text = Json.write(frame);
        if (text.length() > MAX_BYTES) {
            throw new ParleyException(
                    Problem.BODY_SIZE,
                    "an event may have at most "
                            + MAX_BYTES
                            + " characters; upload what is larger with POST /api/blobs and publish"
                            + " its blob_id");
        }
        var row =
                new EventTable.Row(
                        new EventTable.Key(space, head.head() + 1),
                        new TopicName(frame.path("event_type").asText()),
                        text,
                        tx.now());
        tx.rows(EventTable.TABLE).put(row);
        heads.put(head.grown(row.bytes()));
        tx.wake(new Topic.Events(space));
        return row;
    }

    /** What an agent publishes is about it, what people publish about the user. */
    private ObjectNode frame(Instant now) {
        if (publisher.isPresent()) {
            return Events.write(
                    new PublishedEvent(publisher.get(), event.eventType(), event.data(), now));
        }
        var data =
                Json.object()
                        .put("agent", USER)
                        .put("event_type", event.eventType())
                        .<ObjectNode>set("data", event.data())
                        .put("timestamp", Times.iso(now));
        return Json.object().put("event_type", USER + "." + event.eventType()).set("data", data);
    }
}
