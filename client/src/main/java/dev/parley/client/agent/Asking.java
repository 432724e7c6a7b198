package dev.parley.client.agent;

import dev.parley.client.NewRun;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Asks agents and people, and waits for what they answer. */
final class Asking {
    private static final Ids IDS = Ids.random(InstantSource.system());

    /** As much of an id as fits into a key beside its prefix. */
    private static final int KEY = 120;

    private final ParleyClient client;
    private final AgentName name;
    private final Recent<MessageId> asked = new Recent<>();
    private final Map<Address, RunId> talks = new ConcurrentHashMap<>();

    Asking(ParleyClient client, AgentName name) {
        this.client = client;
        this.name = name;
    }

    /** Asks in the run that all questions to the same share. */
    Optional<Received> ask(Draft.Builder question, Address to, Duration atMost) {
        var run = talks.computeIfAbsent(to, other -> open(other, IDS.next("key")));
        try {
            return ask(question.messageId(new MessageId(IDS.next("ask"))).build(), run, atMost);
        } catch (ParleyException e) {
            if (e.problem() != Problem.RUN_ENDED || !talks.remove(to, run)) {
                throw e;
            }
        }
        return ask(question, to, atMost);
    }

    /** Asks in a run of its own, which the same question finds again. */
    Optional<Received> ask(Draft question, MessageId id, Duration atMost) {
        var word = id.value();
        var key = "ask_" + word.substring(Math.max(0, word.length() - KEY));
        return ask(question, open(question.toAgent(), key), atMost);
    }

    private RunId open(Address to, String key) {
        var run = NewRun.of(RunProtocol.OPEN).with(name.value(), name);
        var other = to.agent();
        return client.runs()
                .create(other.isEmpty() ? run : run.with(other.get().value(), other.get()), key)
                .runId();
    }

    private Optional<Received> ask(Draft question, RunId run, Duration atMost) {
        var id = Optional.ofNullable(question.messageId()).orElseThrow();
        asked.add(id);
        Optional<Received> reply = Optional.empty();
        try {
            var sent = client.messages().send(run, question);
            reply =
                    Waiting.until(
                                    atMost,
                                    left -> client.messages().reply(run, id, sent.seq(), left))
                            .map(message -> Received.whole(client, message));
            return reply;
        } finally {
            if (reply.isEmpty()) {
                asked.remove(id); // an answer that comes after all is a message like any other
            }
        }
    }

    /** Whether this is what somebody asked for, and got. */
    boolean isAnswer(Message message) {
        var parent = message.parentId();
        return parent != null
                && message.act() != Act.PROGRESS
                && !message.expectsReply()
                && asked.contains(parent);
    }
}
