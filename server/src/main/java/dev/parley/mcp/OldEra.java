package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Listening;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The old protocol has sessions: the client chooses what it is told, never uses an id twice, and is
 * asked by a request of the hub's own, whose answer is waited for.
 */
record OldEra(Session session, Outgoing out, Listening listening) implements Era {
    /** A person may need a while for an answer. */
    private static final Duration AT_MOST = Duration.ofMinutes(10);

    @Override
    public Optional<LogLevel> threshold() {
        return Optional.of(session.threshold());
    }

    @Override
    public Optional<Exchange.Named> named(JsonNode id) {
        var request = session.arrivals().named(id);
        return Optional.of(
                new Exchange.Named(session.id() + "/" + request.name(), request.since()));
    }

    @Override
    public Map<String, ObjectNode> ask(Map<String, Input> wanted) throws InterruptedException {
        if (!out.isOpen()) {
            throw Methods.bad("asking needs a request with Accept: text/event-stream");
        }
        var answers = new LinkedHashMap<String, ObjectNode>();
        for (var input : wanted.entrySet()) {
            answers.put(input.getKey(), ask(input.getValue()));
        }
        return answers;
    }

    private ObjectNode ask(Input input) throws InterruptedException {
        var answer = new CompletableFuture<Rpc.Response>();
        var question = session.ask(answer);
        out.send(Rpc.request(question, input));
        try {
            var _ =
                    CompletableFuture.anyOf(answer, listening.ended())
                            .get(AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            throw unanswered("the client did not answer in time");
        } finally {
            session.forget(question);
        }
        var response = answer.getNow(null);
        if (response == null) {
            throw unanswered("the call was cancelled before the client answered");
        }
        var result = response.result();
        if (result == null) {
            throw unanswered("the client could not answer: " + response.error());
        }
        if (!input.isAnsweredBy(result)) {
            throw Methods.bad("the client's answer does not fit what it was asked");
        }
        return result;
    }

    private static ParleyException unanswered(String detail) {
        return new ParleyException(Problem.REQUEST_TIMEOUT, detail);
    }
}
