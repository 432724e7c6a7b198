package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.agent.Presence;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.Address;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Replies;
import dev.parley.store.table.AwaitedState;

/** Asks another agent, and waits a while for its answer. */
final class AskAgent extends HouseTool {
    private static final String NAME = "ask_agent";
    private static final String KIND = "QUERY";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Ask an agent",
                    Label.paragraph(
                            """
                            Asks another agent something and waits up to 55 seconds for its answer.
                            status "answered" comes with the answer. status "pending" means that it
                            has not answered yet: go on with other work and collect the answer later
                            by calling ask_agent with just the message_id and run_id you got; it
                            also comes to your inbox. Never ask the same again instead.
                            "timed_out" and "cancelled" mean that no answer will come. Example:
                            {"agent_name":"bob","question":"Which port does the API listen on?"}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"properties":{
                              "agent_name":{"type":"string","minLength":1,
                                "description":"Whom to ask, such as \\"bob\\"; needed for a new question."},
                              "question":{"type":"string","minLength":1,
                                "description":"What you want to know, with all that is needed to answer it."},
                              "run_id":{"type":"string","description":
                                "The run it belongs to; leave it out for the standing conversation of you two. To collect an answer: the one you got."},
                              "message_id":{"type":"string","description":
                                "To collect the answer to an earlier question: the one you got."},
                              "wait_seconds":{"type":"integer","minimum":0,"maximum":55,"default":55},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Choose one and give it again when you repeat a call whose answer was lost: it is then asked once."}},
                             "dependentRequired":{"message_id":["run_id"],"question":["agent_name"]},
                             "anyOf":[{"required":["question"]},{"required":["message_id"]}]}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["status","message_id","run_id"],
                             "properties":{"status":{"enum":["answered","pending","timed_out","cancelled"]},
                              "message_id":{"type":"string"},"run_id":{"type":"string"},
                              "answer":{"type":"object","required":["text","from_agent","message_id"]},
                              "recipient":{"type":"string"},"note":{"type":"string"},
                              "next":{"type":"string"}}}
                            """));

    private final Sending sending;
    private final Replies replies;
    private final Presence presence;

    AskAgent(Sending sending, Replies replies, Presence presence) {
        super(LABEL);
        this.sending = sending;
        this.replies = replies;
        this.presence = presence;
    }

    @Override
    public String description(Client client) {
        return Self.words(LABEL, client);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var earlier = in.id(MessageId::new, "message_id");
        if (earlier != null) {
            var run = in.requiredId(RunId::new, "run_id");
            return await(call, in, run, earlier, Json.object());
        }
        var to = in.require(in.address("agent_name"), "agent_name");
        if (to.isUser() || to.isBroadcast()) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "ask_agent asks one agent; ask_user asks people");
        }
        return ask(call, in, to);
    }

    private ToolResult ask(ToolCall call, Fields in, Address to) {
        var question = in.requiredText("question");
        var draft =
                Sending.draft(call, NAME, to, KIND)
                        .summary(OneLine.summary(question))
                        .payload(Json.object().put("question", question))
                        .expectsReply(true)
                        .build();
        var sent = sending.send(call, in.id(RunId::new, "run_id"), draft);
        var seen = sending.whereabouts(call, sent.run(), to);
        var facts = Json.object().put("recipient", seen.words());
        sending.note(call, sent, to).ifPresent(note -> facts.put("note", note));
        return await(call, in, sent.run(), sent.posted().messageId(), facts);
    }

    private ToolResult await(ToolCall call, Fields in, RunId run, MessageId id, ObjectNode facts) {
        try (var _ = presence.hold(call.principal(), call.client().instance())) {
            var outcome = replies.await(call.principal(), run, id, WaitSeconds.orMost(in));
            facts.put("status", status(outcome.state()))
                    .put("message_id", id.value())
                    .put("run_id", run.value());
            outcome.reply().ifPresent(reply -> answered(facts, reply));
            if (outcome.isOpen()) {
                facts.put(
                        "next",
                        "not answered yet; go on, and call ask_agent with this message_id and"
                                + " run_id later");
            }
            return ToolResult.structured(facts);
        }
    }

    private static void answered(ObjectNode facts, Message reply) {
        facts.remove("recipient");
        facts.set("answer", Letter.of(reply));
    }

    private static String status(AwaitedState state) {
        return switch (state) {
            case OPEN -> "pending";
            case ANSWERED -> "answered";
            case TIMED_OUT -> "timed_out";
            case CANCELLED -> "cancelled";
        };
    }
}
