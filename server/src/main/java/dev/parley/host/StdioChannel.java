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
import java.util.Objects;
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

    /** How much that is no answer it may print in one turn. */
    private static final long MAX_NOISE = 64L << 20;

    /** What a line counts for besides its length. */
    private static final int LINE = 1_024;

    /** How soon it ends that has closed its output. */
    private static final long CLOSING_MILLIS = 500;

    /** After so many that it has not answered in time, one after the other, it is ended. */
    private static final int MAX_UNANSWERED = 2;

    private final String name;
    private final Program program;
    private final LastLines said = new LastLines();
    private final Consumer<String> violation;
    private volatile @Nullable Pending pending;
    private volatile boolean isOpen = true;
    private volatile @Nullable String trouble;
    private int unanswered;

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
        // Whoever writes to an agent that does not read is held up for as long as it lives.
        thread(name + "-in", () -> write(frame, waiting.written));
        try {
            if (!isOpen) {
                throw gone();
            }
            var answer = waiting.answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            unanswered = 0;
            return answer;
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
        unanswered++;
        boolean isRead = waiting.written.isDone();
        if (unanswered == MAX_UNANSWERED || !isRead) {
            end();
        }
        return failed(
                isRead
                        ? "it has not answered within " + atMost.toSeconds() + " seconds"
                        : "it does not read what it is sent");
    }

    /** One that does not read keeps whoever writes waiting. */
    private void write(ObjectNode frame, CompletableFuture<Void> written) {
        try {
            var to = program.process().getOutputStream();
            to.write((Json.write(frame) + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
            written.complete(null);
        } catch (IOException _) {
            if (program.process().isAlive()) {
                giveUp("it does not read what it is sent");
            }
            end();
        }
    }

    private void read() {
        try {
            var lines = new LineReader(program.process().getInputStream(), MAX_LINE);
            var heardFor = pending;
            long noise = 0;
            for (var line = lines.next(); line != null; line = lines.next()) {
                if (!line.isCut()) {
                    hear(line.bytes());
                }
                noise = Objects.equals(heardFor, pending) ? noise + line.bytes().length + LINE : 0;
                heardFor = pending;
                if (heardFor != null && noise > MAX_NOISE) {
                    giveUp("it prints without end what is no answer");
                    return;
                }
            }
            if (!program.process().waitFor(CLOSING_MILLIS, TimeUnit.MILLISECONDS)) {
                giveUp("it has closed its standard output");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            if (program.process().isAlive()) {
                giveUp("it prints a line without end");
            }
        } finally {
            if (trouble == null) {
                said.settle();
            }
            end();
            var waiting = pending;
            if (waiting != null) {
                waiting.answer.completeExceptionally(new IOException("ended"));
            }
        }
    }

    /** There is no more to be had of it, nor to be waited for. */
    private void giveUp(String why) {
        trouble = why;
        program.process().destroyForcibly();
    }

    /** Agents also print what is no frame; nobody minds. */
    private void hear(byte[] line) {
        if (line.length == 0 || line[0] != '{') {
            return;
        }
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
        var why = trouble;
        return failed((why == null ? program.ending() : why) + said.words());
    }

    private static ParleyException failed(String why) {
        return new ParleyException(Problem.AGENT_FAILED, why);
    }

    void end() {
        isOpen = false;
        program.end();
    }
}
