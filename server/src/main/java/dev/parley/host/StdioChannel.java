package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.LastLines;
import dev.parley.program.LineReader;
import dev.parley.program.Program;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A running agent to which prompts are written line by line; one waits for its answer at a time.
 */
final class StdioChannel {
    private static final String RESPONSE = "desktop.local_prompt.response";
    private static final int MAX_LINE = 4 << 20;

    private final String name;
    private final Program program;
    private final LastLines said = new LastLines();
    private final Consumer<String> violation;
    private volatile @Nullable Pending pending;
    private volatile boolean isOpen = true;

    /**
     * A prompt under way.
     *
     * @param written once the agent has read it, or as much as makes no difference
     */
    private record Pending(
            String request, CompletableFuture<Void> written, CompletableFuture<JsonNode> answer) {
        Pending(String request) {
            this(request, new CompletableFuture<>(), new CompletableFuture<>());
        }
    }

    private StdioChannel(String name, Program program, Consumer<String> violation) {
        this.name = name;
        this.program = program;
        this.violation = violation;
    }

    /**
     * Starts the agent.
     *
     * @param violation is told of answers that nobody waits for
     */
    static StdioChannel open(String name, Program.Spec spec, Consumer<String> violation) {
        var channel = new StdioChannel(name, Program.start(spec), violation);
        var process = channel.program.process();
        thread(name + "-err", () -> channel.said.follow(process.getErrorStream()));
        thread(name + "-out", channel::read);
        return channel;
    }

    private static void thread(String name, Runnable work) {
        Thread.ofPlatform().daemon().name("parley-agent-" + name).start(work);
    }

    boolean isOpen() {
        return isOpen;
    }

    /** Has something done once the agent has ended. */
    void afterwards(Runnable work) {
        program.afterwards(work);
    }

    /** Prompts, and waits for the one answer. */
    JsonNode ask(String request, ObjectNode frame, Duration atMost) throws InterruptedException {
        var waiting = new Pending(request);
        pending = waiting;
        try {
            // Whoever writes to an agent that does not read is held up for as long as it lives.
            thread(name + "-in", () -> write(frame, waiting));
            if (!isOpen) {
                throw gone();
            }
            return waiting.answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw late(waiting, atMost);
        } catch (ExecutionException _) {
            throw gone();
        } finally {
            pending = null;
        }
    }

    /** One that has read half of a prompt would take the next for the rest of it. */
    private ParleyException late(Pending waiting, Duration atMost) {
        if (waiting.written.isDone()) {
            return failed("it has not answered within " + atMost.toSeconds() + " seconds");
        }
        end();
        return failed("it does not read what it is sent");
    }

    private void write(ObjectNode frame, Pending waiting) {
        try {
            var to = program.process().getOutputStream();
            to.write((Json.write(frame) + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
            waiting.written.complete(null);
        } catch (IOException broken) {
            waiting.answer.completeExceptionally(broken);
        }
    }

    private void read() {
        try {
            var lines = new LineReader(program.process().getInputStream(), MAX_LINE);
            for (var line = lines.next(); line != null; line = lines.next()) {
                if (!line.isCut()) {
                    hear(line.bytes());
                }
            }
        } catch (IOException _) {
            // It has ended.
        } finally {
            said.settle();
            program.end();
            isOpen = false;
            var waiting = pending;
            if (waiting != null) {
                waiting.answer.completeExceptionally(new IOException("ended"));
            }
        }
    }

    /** Agents also print what is no frame; nobody minds. */
    private void hear(byte[] line) {
        JsonNode frame;
        try {
            frame = Json.parse(line);
        } catch (ParleyException _) {
            return;
        }
        if (!frame.path("type").asText().equals(RESPONSE)) {
            return;
        }
        var request = frame.path("request_id").asText();
        var waiting = pending;
        if (waiting == null
                || !waiting.request.equals(request)
                || !waiting.answer.complete(frame)) {
            violation.accept("it answers request " + request + ", which nobody waits for");
        }
    }

    private ParleyException gone() {
        return failed(program.ending() + said.words());
    }

    private static ParleyException failed(String why) {
        return new ParleyException(Problem.AGENT_FAILED, why);
    }

    void end() {
        isOpen = false;
        program.end();
    }
}
