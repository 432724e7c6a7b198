package dev.parley.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.Program;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Answer;
import dev.parley.session.Ear;
import dev.parley.session.Host;
import dev.parley.session.Turn;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent that runs all the time and is prompted line by line. One that has crashed is started
 * again only when a person speaks to it.
 */
final class StdioHost implements Host {
    private static final String REQUEST = "desktop.local_prompt.request";

    private final AgentSpec spec;
    private final AgentSpec.Stdio stdio;
    private final Ids ids;
    private final Latchkeys keys;
    private final Consumer<String> violation;
    private @Nullable StdioChannel channel;
    private Latchkeys.@Nullable Latchkey key;
    private @Nullable String crash;
    private boolean isOver;

    StdioHost(
            AgentSpec spec,
            AgentSpec.Stdio stdio,
            Ids ids,
            Latchkeys keys,
            Consumer<String> violation) {
        this.spec = spec;
        this.stdio = stdio;
        this.ids = ids;
        this.keys = keys;
        this.violation = violation;
    }

    @Override
    public int atOnce() {
        return 1;
    }

    @Override
    public boolean retries() {
        return spec.retry();
    }

    @Override
    public synchronized boolean isLoaded(SessionId session) {
        return channel != null && channel.isOpen();
    }

    @Override
    public Answer take(Turn turn, Ear ear) throws InterruptedException {
        var open = opened(turn);
        var request = ids.next("req");
        boolean isOver = false;
        try {
            var frame = open.ask(request, frame(turn, request), timeout());
            isOver = true;
            if (!frame.path("status").asText().equals("ok")) {
                throw failed("it says: " + frame.path("reason").asText("nothing"));
            }
            var draft = frame.path("draft_message").asText();
            if (draft.length() > stdio.maxOutputChars()) {
                throw failed(
                        "its answer has %d characters, at most %d are allowed"
                                .formatted(draft.length(), stdio.maxOutputChars()));
            }
            return new Answer(draft, null);
        } catch (InterruptedException stopped) {
            open.end();
            throw stopped;
        } catch (ParleyException failed) {
            note(open, failed, isOver);
            throw failed;
        }
    }

    private synchronized void note(StdioChannel open, ParleyException failed, boolean isOver) {
        if (!isOver && !open.isOpen()) {
            crash = failed.detail();
        }
    }

    private synchronized StdioChannel opened(Turn turn) {
        if (channel != null && key != null && channel.isOpen()) {
            key.pass().turnTo(Latchkeys.bearer(turn), toolCalls());
            return channel;
        }
        if (isOver) {
            throw failed("it was replaced or let go before it began; say it again");
        }
        if (crash != null && !turn.message().fromAgent().isUser()) {
            throw failed(
                    "it has crashed ("
                            + crash
                            + "); it is started again when a person speaks to it");
        }
        lock();
        var lent = keys.lend(Latchkeys.bearer(turn));
        lent.pass().turnTo(Latchkeys.bearer(turn), toolCalls());
        key = lent;
        var program =
                new Program.Spec(
                        Problem.AGENT_FAILED,
                        stdio.command(),
                        stdio.args(),
                        lent.env(stdio.env()),
                        null);
        try {
            var started = StdioChannel.open(spec.resident().name().value(), program, violation);
            started.afterwards(lent::close);
            channel = started;
            crash = null;
            return started;
        } catch (ParleyException e) {
            lent.close();
            throw e;
        }
    }

    /** What it calls is counted as so many rounds, because the hub sees calls alone. */
    private int toolCalls() {
        return stdio.allowTools() ? stdio.maxToolRounds() : 0;
    }

    private void lock() {
        if (key != null) {
            key.close();
        }
    }

    /** A minute, or two with tools; never longer. */
    private Duration timeout() {
        var most = Duration.ofSeconds(stdio.allowTools() ? 120 : 60);
        return spec.timeout().compareTo(most) < 0 ? spec.timeout() : most;
    }

    private ObjectNode frame(Turn turn, String request) {
        var past = turn.before().apply(stdio.maxHistoryTurns() * 10);
        var history = BoundedHistory.of(past, stdio.maxHistoryTurns(), stdio.maxHistoryChars());
        var frame =
                Json.object()
                        .put("type", REQUEST)
                        .put("request_id", request)
                        .put("profile_id", spec.resident().name().value())
                        .put("session_id", turn.session().id().value())
                        .put("turn_index", turn.message().seq())
                        .put("mode", "full_auto")
                        .put("objective", past.isEmpty() ? turn.words() : past.getFirst().words())
                        .put("remote_message", turn.words());
        if (!history.summary().isEmpty()) {
            frame.put("history_summary", history.summary());
        }
        var lines = frame.putArray("history");
        history.kept()
                .forEach(
                        line ->
                                lines.addObject()
                                        .put("role", BoundedHistory.role(line))
                                        .put("text", line.words()));
        frame.putObject("constraints")
                .put("max_output_chars", stdio.maxOutputChars())
                .put("allow_tool_use", stdio.allowTools())
                .put("max_history_turns", stdio.maxHistoryTurns())
                .put("max_history_chars", stdio.maxHistoryChars())
                .put("max_tool_rounds", stdio.maxToolRounds())
                .put("local_turn_timeout_ms", timeout().toMillis());
        return frame;
    }

    private static ParleyException failed(String why) {
        return new ParleyException(Problem.AGENT_FAILED, why);
    }

    @Override
    public synchronized void close() {
        isOver = true;
        lock();
        if (channel != null) {
            channel.end();
        }
    }
}
