package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.agent.Presence;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.Inbox;
import dev.parley.inbox.InboxPage;
import dev.parley.inbox.Look;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.task.Tasks;
import java.util.Objects;

/**
 * What has come for whoever calls. Nothing is done with before the caller says so: what it was
 * handed comes again until then, so that an answer may be lost on its way and no message with it.
 */
final class CheckInbox extends HouseTool {
    private static final int USUAL_LIMIT = 20;
    private static final long USUAL_TOKENS = 8_000;

    /** More are not counted. */
    private static final int MOST_TASKS = 100;

    private static final Label LABEL =
            new Label(
                    "check_inbox",
                    "Check the inbox",
                    Label.paragraph(
                            """
                            Shows the messages that have come for you, oldest first. Look between
                            two steps of your work; with wait_seconds (up to 55) it waits for
                            something to come. When you have read what it shows, call it again with
                            done_up_to set to the position it gave: that acknowledges those messages
                            and shows what is new. Without done_up_to the same messages are shown
                            again, so nothing is lost. What does not fit into max_tokens is listed
                            under "unread" with a summary: read one whole by its run_id and
                            message_id. Answer with reply where expects_reply is true; never answer
                            what is automatic. Example: {"done_up_to":17,"wait_seconds":55}
                            """),
                    Permission.RECEIVE,
                    Hints.SET,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"properties":{
                              "done_up_to":{"type":"integer","minimum":0,"description":
                                "The position of an earlier answer of which you have read everything."},
                              "wait_seconds":{"type":"integer","minimum":0,"maximum":55,"default":0,
                                "description":"How long to wait while there is nothing."},
                              "max_tokens":{"type":"integer","minimum":512,"maximum":10000000,"default":8000,
                                "description":"How many tokens the answer may take, about."},
                              "limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
                              "run_id":{"type":"string"},
                              "message_id":{"type":"string","description":
                                "Read this one message whole, whatever its size; needs run_id."}},
                             "dependentRequired":{"message_id":["run_id"]}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["messages"],"properties":{
                              "messages":{"type":"array","items":{"type":"object",
                                "required":["message_id","run_id","from_agent","kind","text"],
                                "properties":{"text":{"type":"string"},"expects_reply":{"type":"boolean"},
                                  "automatic":{"type":"boolean"}}}},
                              "unread":{"type":"array","items":{"type":"object"}},
                              "position":{"type":"integer"},"more":{"type":"boolean"},
                              "tasks_waiting":{"type":"integer"},
                              "held_elsewhere":{"type":"integer"},"next":{"type":"string"}}}
                            """));

    private final AgentInbox inbox;
    private final Inbox acks;
    private final Presence presence;
    private final Tasks tasks;

    CheckInbox(AgentInbox inbox, Inbox acks, Presence presence, Tasks tasks) {
        super(LABEL);
        this.inbox = inbox;
        this.acks = acks;
        this.presence = presence;
        this.tasks = tasks;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var done = in.integer("done_up_to");
        if (done != null) {
            finish(call, done);
        }
        var one = in.id(MessageId::new, "message_id");
        if (one != null) {
            return whole(call, in.requiredId(RunId::new, "run_id"), one);
        }
        var client = call.client();
        var look =
                new Look(
                        null,
                        Objects.requireNonNullElse(in.integer("limit"), (long) USUAL_LIMIT)
                                .intValue(),
                        WaitSeconds.orNone(in),
                        Objects.requireNonNullElse(in.integer("max_tokens"), USUAL_TOKENS));
        try (var _ = presence.hold(call.principal(), client.instance())) {
            var page = inbox.look(call.principal(), Self.inbox(client), client.instance(), look);
            var facts = shown(page);
            if (page.items().isEmpty() && page.unread().isEmpty()) {
                noteOthers(client, facts);
            }
            return ToolResult.structured(withTasks(client, facts));
        }
    }

    /** What one window of an agent has is not shown to another, which may be its successor. */
    private void noteOthers(Client client, ObjectNode facts) {
        int held = inbox.heldElsewhere(client.principal(), Self.inbox(client), client.instance());
        if (held > 0) {
            facts.put("held_elsewhere", held)
                    .put(
                            "next",
                            "another window of yours has what came; it comes here when that one has"
                                    + " been silent for "
                                    + Presence.ONLINE.toSeconds()
                                    + " seconds");
        }
    }

    /** Tasks are in no inbox; whoever can claim them is told that they are there. */
    private ObjectNode withTasks(Client client, ObjectNode facts) {
        int waiting =
                Self.isWorker(client)
                        ? tasks.waitingFor(
                                client.principal().space(),
                                client.agent().orElseThrow(),
                                MOST_TASKS)
                        : 0;
        var also = facts.has("next") ? "; " + facts.path("next").asText() : "";
        return waiting == 0
                ? facts
                : facts.put("tasks_waiting", waiting)
                        .put("next", "tasks are no messages: claim_task takes the next" + also);
    }

    private void finish(ToolCall call, long position) {
        var caller = call.principal();
        var client = call.client();
        var own = Self.inbox(client);
        for (var message : inbox.unacked(caller, own, client.instance(), position)) {
            var _ = acks.ack(caller, message.runId(), null, message.messageId());
        }
        inbox.commit(caller, own, client.instance(), position);
    }

    private ToolResult whole(ToolCall call, RunId run, MessageId id) {
        var message = inbox.fetch(call.principal(), run, id, call.client().instance());
        var facts = Json.object();
        facts.putArray("messages").add(Letter.of(message));
        return ToolResult.structured(facts);
    }

    private static ObjectNode shown(InboxPage page) {
        var facts = Json.object();
        var messages = facts.putArray("messages");
        page.items().forEach(item -> messages.add(Letter.of(item.path("message"))));
        facts.putArray("unread").addAll(page.unread());
        return facts.put("position", page.position()).put("more", page.next().isPresent());
    }
}
