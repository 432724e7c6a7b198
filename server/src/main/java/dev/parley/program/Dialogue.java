package dev.parley.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JSON-RPC with a program that the hub runs: a line for each message, and either side may ask.
 * Several requests may be under way.
 */
public final class Dialogue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Dialogue.class);

    /** Messages that wait until the program reads them. */
    private static final int MAX_UNREAD = 64;

    private static final Duration UNREAD_FOR = Duration.ofSeconds(5);
    private static final int HEAD = 64;

    /** Where the id of an answer stands that is too long to be read: at either end. */
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\\d{1,18})\\s*[,}]");

    private final Program program;
    private final Problem failed;
    private final Listener listener;
    private final LastLines words = new LastLines();
    private final BlockingQueue<byte[]> outgoing = new ArrayBlockingQueue<>(MAX_UNREAD);
    private final Map<Long, Call> calls = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private volatile boolean isOpen = true;

    /** Hears what a program says of its own accord, on the thread that reads it. */
    public interface Listener {
        /** A request or a notification. */
        void heard(Dialogue where, JsonNode message);

        /** A line that is no message, or too long to be one; few programs mean any harm by it. */
        default void gibberish() {}
    }

    private Dialogue(Program program, Problem failed, Listener listener) {
        this.program = program;
        this.failed = failed;
        this.listener = listener;
    }

    /**
     * Starts the program.
     *
     * @param limit the longest line that is read
     * @param failed what it is when the program ends, or reads nothing
     */
    public static Dialogue open(
            String name, Program.Spec spec, int limit, Problem failed, Listener listener) {
        var dialogue = new Dialogue(Program.start(spec), failed, listener);
        var process = dialogue.program.process();
        thread(name + "-err", () -> dialogue.words.follow(process.getErrorStream()));
        thread(name + "-out", () -> dialogue.read(new LineReader(process.getInputStream(), limit)));
        thread(name + "-in", dialogue::write);
        return dialogue;
    }

    private static void thread(String name, Runnable work) {
        Thread.ofPlatform().daemon().name("parley-" + name).start(work);
    }

    /** A request that is under way until it is closed. */
    public final class Call implements AutoCloseable {
        private final long id;
        private final CompletableFuture<Optional<JsonNode>> answer = new CompletableFuture<>();

        private Call(long id) {
            this.id = id;
        }

        public long id() {
            return id;
        }

        /** The answer, result or error; empty when it is too long to be read. */
        public Optional<JsonNode> await(Duration atMost)
                throws InterruptedException, TimeoutException {
            try {
                return answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof ParleyException known ? known : gone();
            }
        }

        /** Whether it is answered in time, however often whoever waits is interrupted. */
        public boolean isSettled(Duration atMost) {
            return answer.handle((_, _) -> true)
                    .completeOnTimeout(false, atMost.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }

        /** Ends the wait for it from this side. */
        public void fail(ParleyException why) {
            answer.completeExceptionally(why);
        }

        @Override
        public void close() {
            calls.remove(id);
        }
    }

    /** Sends a request, which is made for the call and its id. */
    public Call call(Function<Call, ObjectNode> request) throws InterruptedException {
        var call = new Call(ids.incrementAndGet());
        calls.put(call.id, call);
        try {
            tell(request.apply(call));
            if (!isOpen) {
                throw gone();
            }
            return call;
        } catch (ParleyException | InterruptedException e) {
            call.close();
            throw e;
        }
    }

    /** Sends what needs no answer. */
    public void tell(ObjectNode message) throws InterruptedException {
        if (!outgoing.offer(line(message), UNREAD_FOR.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ParleyException(failed, "it does not read what it is sent" + words.words());
        }
    }

    /** The same, unless too much waits to be read already. */
    public void mention(ObjectNode message) {
        var _ = outgoing.offer(line(message));
    }

    private static byte[] line(ObjectNode message) {
        return (Json.write(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write() {
        var stream = program.process().getOutputStream();
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
        } catch (IOException | RuntimeException broken) {
            LOG.debug("event=dialogue-broken", broken);
        } finally {
            words.settle();
            close();
        }
    }

    private void hear(byte[] line) {
        JsonNode message;
        try {
            message = Json.parse(line);
        } catch (ParleyException _) {
            listener.gibberish();
            return;
        }
        if (JsonRpc.isAnswer(message)) {
            answer(message.path("id").asLong(), Optional.of(message));
        } else {
            listener.heard(this, message);
        }
    }

    private void passOver(LineReader.Line line) {
        var head = new String(line.bytes(), 0, HEAD, StandardCharsets.ISO_8859_1);
        var tail = new String(line.tail(), StandardCharsets.ISO_8859_1);
        for (var part : new String[] {head, tail}) {
            var id = ID.matcher(part);
            if (id.find()) {
                answer(Long.parseLong(id.group(1)), Optional.empty());
                return;
            }
        }
        listener.gibberish();
    }

    private void answer(long id, Optional<JsonNode> answer) {
        var call = calls.get(id);
        if (call != null) {
            call.answer.complete(answer);
        }
    }

    public boolean isOpen() {
        return isOpen && program.process().isAlive();
    }

    /** Has something done once the program has ended. */
    public void afterwards(Runnable work) {
        program.afterwards(work);
    }

    /** What the program has said last on its standard error, to end a sentence with. */
    public String lastWords() {
        return words.words();
    }

    /** How it ended, as a problem. */
    public ParleyException gone() {
        return new ParleyException(failed, program.ending() + words.words());
    }

    @Override
    public void close() {
        isOpen = false;
        program.end();
        calls.values().forEach(call -> call.fail(gone()));
    }
}
