package dev.parley.tool.server;

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
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool server that the hub runs itself: a line of JSON for each message, either way. */
final class Pipe implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(Pipe.class);

    /** Messages that wait until the program reads them. */
    private static final int MAX_UNREAD = 64;

    private static final Duration UNREAD_FOR = Duration.ofSeconds(5);

    /** Where the id of an answer stands that is too long to be read: at either end. */
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\\d{1,18})\\s*[,}]");

    private final Program child;
    private final long limit;
    private final Runnable toolsChanged;
    private final LastLines words = new LastLines();
    private final BlockingQueue<byte[]> outgoing = new ArrayBlockingQueue<>(MAX_UNREAD);
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private volatile Era era = Era.NEWEST_WITH_SESSIONS;
    private volatile boolean isOpen = true;

    private record Pending(CompletableFuture<Reply> reply, Consumer<Progress> progress) {}

    private Pipe(Program child, int limit, Runnable toolsChanged) {
        this.child = child;
        this.limit = limit;
        this.toolsChanged = toolsChanged;
    }

    /**
     * Starts the program.
     *
     * @param limit the longest message that is read
     * @param toolsChanged is told when the program has other tools than before
     */
    static Pipe open(String name, Reach.Stdio program, int limit, Runnable toolsChanged) {
        var pipe = new Pipe(Program.start(program.spec()), limit, toolsChanged);
        var process = pipe.child.process();
        thread(name + "-err", () -> pipe.words.follow(process.getErrorStream()));
        thread(name + "-out", () -> pipe.read(new LineReader(process.getInputStream(), limit)));
        thread(name + "-in", pipe::write);
        return pipe;
    }

    private static void thread(String name, Runnable work) {
        Thread.ofPlatform().daemon().name("parley-tool-" + name).start(work);
    }

    @Override
    public Reply ask(
            String method, ObjectNode params, Duration atMost, Consumer<Progress> progress) {
        long id = ids.incrementAndGet();
        var wanted = new Pending(new CompletableFuture<>(), progress);
        pending.put(id, wanted);
        try {
            send(Rpc.request(id, method, era.dress(params.deepCopy())));
            if (!isOpen) {
                throw gone();
            }
            return wanted.reply.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            giveUp(method, id);
            throw new ParleyException(
                    Problem.TOOL_TIMEOUT,
                    "there was no answer within "
                            + atMost.toSeconds()
                            + " seconds"
                            + words.words());
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ParleyException known ? known : gone();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        } finally {
            pending.remove(id);
        }
    }

    /** Tells the server that nobody waits any more; the greeting may not be taken back. */
    private void giveUp(String method, long id) {
        if (!method.equals("initialize")) {
            var params = Json.object().put("requestId", id).put("reason", "timeout");
            var _ = outgoing.offer(line(Rpc.notification("notifications/cancelled", params)));
        }
    }

    @Override
    public void tell(String method, ObjectNode params) {
        send(Rpc.notification(method, params));
    }

    private void send(ObjectNode message) {
        try {
            if (!outgoing.offer(line(message), UNREAD_FOR.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failure("the server does not read what it is sent");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    private static byte[] line(ObjectNode message) {
        return (Json.write(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write() {
        var stream = child.process().getOutputStream();
        try {
            while (isOpen) {
                var line = outgoing.poll(1, TimeUnit.SECONDS);
                if (line != null) {
                    stream.write(line);
                    stream.flush();
                }
            }
        } catch (IOException _) {
            // The reader sees that it has ended, and says so to whoever waits.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(LineReader lines) {
        try {
            for (var line = lines.next(); line != null; line = lines.next()) {
                if (line.isCut()) {
                    passOver(line);
                } else {
                    hear(line.bytes());
                }
            }
        } catch (IOException | ParleyException broken) {
            LOG.debug("event=tool-pipe-broken", broken);
        } finally {
            words.settle();
            close();
        }
    }

    /** Servers also print what is no message; nobody needs that. */
    private void hear(byte[] line) {
        JsonNode message;
        try {
            message = Json.parse(line);
        } catch (ParleyException _) {
            return;
        }
        if (Rpc.isAnswer(message)) {
            answer(message.path("id").asLong(), Reply.of(message));
        } else if (Rpc.isNotification(message, "notifications/progress")) {
            var params = message.path("params");
            var wanted = pending.get(params.path("progressToken").asLong());
            if (wanted != null) {
                wanted.progress.accept(Progress.read(params));
            }
        } else if (Rpc.isNotification(message, "notifications/tools/list_changed")) {
            toolsChanged.run();
        } else {
            Rpc.answer(message).ifPresent(answer -> outgoing.offer(line(answer)));
        }
    }

    private void passOver(LineReader.Line line) {
        var head = new String(line.bytes(), 0, 64, StandardCharsets.ISO_8859_1);
        var tail = new String(line.tail(), StandardCharsets.ISO_8859_1);
        for (var part : new String[] {head, tail}) {
            var id = ID.matcher(part);
            if (id.find()) {
                answer(Long.parseLong(id.group(1)), new Reply.TooLarge(limit));
                return;
            }
        }
    }

    private void answer(long id, Reply reply) {
        var wanted = pending.get(id);
        if (wanted != null) {
            wanted.reply.complete(reply);
        }
    }

    @Override
    public void speaks(Era now) {
        era = now;
    }

    @Override
    public boolean isOpen() {
        return isOpen && child.process().isAlive();
    }

    @Override
    public void finish() {
        close();
    }

    private ParleyException gone() {
        return failure(child.ending());
    }

    private ParleyException failure(String why) {
        return new ParleyException(Problem.TOOL_FAILED, why + words.words());
    }

    @Override
    public void close() {
        isOpen = false;
        child.end();
        pending.values().forEach(wanted -> wanted.reply.completeExceptionally(gone()));
    }
}
