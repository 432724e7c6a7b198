package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import dev.parley.topic.NewEvent;
import dev.parley.topic.Topics;
import java.util.Objects;

/** Publishes something for whoever has subscribed to it. */
final class PublishEvent extends HouseTool {
    private static final String NAME = "publish_event";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Publish an event",
                    Label.paragraph(
                            """
                            Publishes an event on your own topic, agent.YOUR-NAME.EVENT_TYPE, for
                            whoever has subscribed to it; it is addressed to nobody and nobody
                            answers. Use it for news that others may want to follow. Returns the
                            topic and the event's position. Example: {"event_type":"data.ready",
                            "data":{"rows":1200}}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["event_type"],"properties":{
                              "event_type":{"type":"string","minLength":1,
                                "description":"What happened, such as \\"data.ready\\"."},
                              "data":{"type":"object","description":"Whatever belongs to it."},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Choose one and give it again when you repeat a call whose answer was lost: it is then published once."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["topic","position"],"properties":{
                              "topic":{"type":"string"},"position":{"type":"integer"},
                              "duplicate":{"type":"boolean"}}}
                            """));

    private final Store store;
    private final Topics topics;

    PublishEvent(Store store, Topics topics) {
        super(LABEL.brief());
        this.store = store;
        this.topics = topics;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var event =
                new NewEvent(
                        null,
                        in.requiredText("event_type"),
                        Objects.requireNonNullElseGet(in.object("data"), Json::object));
        var publish =
                call.noted(topics.publish(call.principal(), event), made -> made.topic().value());
        return ToolResult.structured(
                Repetition.create(
                        store,
                        call,
                        NAME,
                        publish,
                        made ->
                                Json.object()
                                        .put("topic", made.topic().value())
                                        .put("position", made.key().seq())));
    }
}
