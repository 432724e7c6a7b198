package dev.parley.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Part;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Parts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The messages of a run: send, read, pull and ack. */
public final class Messages {
    private static final int PAGE = 50;

    private final Transport transport;
    private final Epoch epoch;

    Messages(Transport transport, Epoch epoch) {
        this.transport = transport;
        this.epoch = epoch;
    }

    /**
     * Sends a message once, however often the connection breaks: a draft without a message_id gets
     * one before the first attempt.
     */
    public Sent send(RunId run, Draft draft) {
        var given = draft.messageId();
        var id = given == null ? transport.mint("msg") : given.value();
        var body = Envelope.fields(draft).put("message_id", id);
        return Sent.read(
                transport.post(
                        Target.of("api", "runs", run.value(), "messages"), body, Duration.ZERO));
    }

    /** Sends a direct message to an agent, once, in the run that the two of them have for such. */
    public Letter direct(Address to, String text) {
        return direct(to, List.of(Part.ofText(text)), new MessageId(transport.mint("msg")));
    }

    /** The same with an id of one's own: sent again, also after a crash, it changes nothing. */
    public Letter direct(Address to, List<Part> parts, MessageId id) {
        var body = Json.object().put("event_type", "message.to." + to.value());
        var data = body.putObject("data").put("to_agent", to.value()).put("message_id", id.value());
        data.putObject("message").set("parts", Parts.write(parts));
        return Letter.read(transport.post(Target.of("api", "messages"), body, Duration.ZERO));
    }

    /**
     * Waits until somebody has replied to a message; empty when nobody has in time.
     *
     * @param seq where the message stands in its run
     */
    public Optional<Message> reply(RunId run, MessageId message, long seq, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        for (long after = seq; ; ) {
            var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            var page = after(run, after, PAGE, left);
            for (var next : page.messages()) {
                if (message.equals(next.parentId()) && isReply(next)) {
                    return Optional.of(next);
                }
                after = next.seq();
            }
            if (left.isZero() && page.messages().isEmpty()) {
                return Optional.empty();
            }
        }
    }

    /** What says on its way to a reply how it goes, was only noted, or asks back, is none. */
    private static boolean isReply(Message next) {
        return !next.act().isBookkeeping() && next.act() != Act.PROGRESS && !next.expectsReply();
    }

    /**
     * The messages after this place in the log; when there are none, waits for the next one, and
     * answers with an empty page when the wait is over.
     */
    public LogPage after(RunId run, long seq, int limit, Duration wait) {
        var target =
                Target.of("api", "runs", run.value(), "messages")
                        .with("after", seq)
                        .with("limit", limit)
                        .with("wait", Target.seconds(wait));
        var answer = epoch.guarding(() -> transport.get(epoch.with(seq, target), wait));
        epoch.learn(seq, answer.json());
        return LogPage.read(answer);
    }

    public Message get(RunId run, MessageId message) {
        var target = Target.of("api", "runs", run.value(), "messages", message.value());
        return Envelope.read(transport.get(target).json());
    }

    /**
     * What waits for this agent after the last place it has dealt with. Nothing is lost when the
     * answer is: the same call gives the same messages again.
     */
    public Pulled pull(RunId run, AgentName agent, long after, int maxItems, Duration wait) {
        var body =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("agent_id", agent.value())
                        .put("max_items", maxItems)
                        .put("after", after)
                        .put("wait", Target.seconds(wait));
        var target = Target.of("api", "runs", run.value(), "pull");
        var answer = epoch.guarding(() -> transport.post(target, epoch.with(after, body), wait));
        epoch.learn(after, answer.json());
        return Pulled.read(answer);
    }

    /** Acking twice is harmless. */
    public Acked ack(RunId run, AgentName agent, MessageId message) {
        var body =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("agent_id", agent.value())
                        .put("message_id", message.value());
        return Acked.read(
                transport.post(Target.of("api", "runs", run.value(), "ack"), body, Duration.ZERO));
    }
}
