package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.Part;
import dev.parley.protocol.Priority;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.util.List;
import java.util.Objects;

/** Says something to an agent, or to people, and does not wait. */
final class SendMessage extends HouseTool {
    private static final String NAME = "send_message";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Send a message",
                    Label.paragraph(
                            """
                            Sends a message to another agent by name (or to "user": the people you
                            work for) and returns at once. Use it to inform or to hand something
                            over; use ask_agent when you need an answer, send_to_agent when it is
                            work to be done. Returns message_id, run_id, and in words whether the
                            recipient is there and when it will see the message. It is kept until
                            then: never send it again because nobody has answered. Example:
                            {"agent_name":"bob","message":"The API is deployed on staging."}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,
                             "required":["agent_name","message"],"properties":{
                              "agent_name":{"type":"string","minLength":1,"description":
                                "Who gets it: an agent such as \\"bob\\", one of its instances such as \\"codex/web\\", or \\"user\\"; within a run also a role or \\"broadcast\\"."},
                              "message":{"type":"string","minLength":1,
                                "description":"What you have to say, in plain words."},
                              "run_id":{"type":"string","description":
                                "The run it belongs to; leave it out for the standing conversation of you two."},
                              "kind":{"type":"string","default":"message","description":
                                "Only in a run whose protocol wants another kind than \\"message\\", such as \\"intent_brief\\"."},
                              "priority":{"type":"integer","minimum":-100,"maximum":100,"default":0},
                              "requires_ack":{"type":"boolean","default":false,"description":
                                "Whether you are to be told when the recipient never acknowledges it."},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Choose one and give it again when you repeat a call whose answer was lost: it is then sent once."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["message_id","run_id","recipient","recipient_state"],
                             "properties":{"message_id":{"type":"string"},"run_id":{"type":"string"},
                              "seq":{"type":"integer"},"recipient":{"type":"string"},
                              "recipient_state":{"enum":["idle","busy","online","offline","unknown","people"]},
                              "note":{"type":"string"},"duplicate":{"type":"boolean"}}}
                            """));

    private final Sending sending;

    SendMessage(Sending sending) {
        super(LABEL.brief());
        this.sending = sending;
    }

    @Override
    public String description(Client client) {
        return Self.words(LABEL, client);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var to = in.require(in.address("agent_name"), "agent_name");
        var words = in.requiredText("message");
        var kind = Objects.requireNonNullElse(in.text("kind"), Envelope.DEFAULT_KIND);
        var priority = in.integer("priority");
        var draft =
                Sending.draft(call, NAME, to, kind)
                        .summary(OneLine.summary(words))
                        .parts(List.of(Part.ofText(words)))
                        .priority(
                                priority == null
                                        ? Priority.NORMAL
                                        : new Priority(priority.intValue()))
                        .requiresAck(in.bool("requires_ack"))
                        .build();
        var sent = sending.send(call, in.id(RunId::new, "run_id"), draft);
        var seen = sending.whereabouts(call, sent.run(), to);
        var facts =
                Json.object()
                        .put("message_id", sent.posted().messageId().value())
                        .put("run_id", sent.run().value())
                        .put("seq", sent.posted().seq())
                        .put("recipient", seen.words())
                        .put("recipient_state", seen.state());
        sending.note(call, sent, to).ifPresent(note -> facts.put("note", note));
        return Repetition.structured(sent.posted(), facts);
    }
}
