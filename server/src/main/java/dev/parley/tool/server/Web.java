package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.JsonRpc;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tool server that is reached by streamable HTTP: each message is a request of its own. */
final class Web implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(Web.class);

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration TELLING = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final ExecutorService exchanges = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong ids = new AtomicLong();
    private final Reach.Http server;
    private final Letterhead head;
    private final WebReader reader;
    private final Runnable toolsChanged;
    private final AtomicBoolean isLeft = new AtomicBoolean();
    private volatile boolean isOpen = true;

    /**
     * A server that nothing has been said to yet.
     *
     * @param limit the longest message that is read
     */
    Web(Reach.Http server, int limit, Runnable toolsChanged) {
        this.server = server;
        this.head = new Letterhead(server);
        this.reader = new WebReader(server, limit);
        this.toolsChanged = toolsChanged;
    }

    @Override
    public Reply ask(
            String method, ObjectNode params, Duration atMost, Consumer<Progress> progress) {
        long id = ids.incrementAndGet();
        var message = Rpc.request(id, method, head.era().dress(params.deepCopy()));
        try {
            return within(atMost, () -> exchange(message, id, progress));
        } catch (ParleyException failed) {
            if (failed.problem() == Problem.TOOL_TIMEOUT) {
                giveUp(method, id);
            }
            throw failed;
        }
    }

    /**
     * Tells the server that nobody waits any more, in a session; without one, whoever hangs up has
     * said so. The greeting may not be taken back.
     */
    private void giveUp(String method, long id) {
        if (!head.era().isStateless() && !method.equals("initialize")) {
            var params = Json.object().put("requestId", id).put("reason", "timeout");
            var message = JsonRpc.notification("notifications/cancelled", params);
            var _ = http.sendAsync(head.post(message), BodyHandlers.discarding());
        }
    }

    /** Nothing that is sent is waited for longer than this. */
    private Reply within(Duration atMost, Callable<Reply> work) {
        Future<Reply> exchange;
        try {
            exchange = exchanges.submit(work);
        } catch (RejectedExecutionException _) {
            return new Reply.Forgotten();
        }
        try {
            return exchange.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // Whoever hangs up takes the request back.
            exchange.cancel(true);
            throw new ParleyException(
                    Problem.TOOL_TIMEOUT,
                    "there was no answer within " + atMost.toSeconds() + " seconds");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ParleyException known
                    ? known
                    : broken(Objects.requireNonNullElse(failed.getCause(), failed));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    private ParleyException broken(Throwable why) {
        isOpen = false;
        boolean isUnreached =
                why instanceof ConnectException || why instanceof HttpConnectTimeoutException;
        return isUnreached
                ? new ParleyException(
                        Problem.TOOL_UNAVAILABLE,
                        server + " cannot be reached; is it running, and is the url right?")
                : new ParleyException(
                        Problem.TOOL_FAILED,
                        "the connection to " + server + " broke: " + words(why));
    }

    /** What goes wrong before anything is sent may tell in its words what should have been sent. */
    private String words(Throwable why) {
        if (why instanceof IOException) {
            return Objects.requireNonNullElse(why.getMessage(), "it was closed");
        }
        LOG.warn("event=tool-request-failed server={} why={}", server, why.getClass().getName());
        return "the hub could not make the request";
    }

    private Reply exchange(ObjectNode sent, long id, Consumer<Progress> progress)
            throws IOException, InterruptedException {
        var response = http.send(head.post(sent), BodyHandlers.ofInputStream());
        try (var body = response.body()) {
            head.heed(response);
            int status = response.statusCode();
            if (status == 404 && head.isInSession()) {
                isOpen = false;
                return new Reply.Forgotten();
            }
            if (status != 200) {
                return reader.refused(status, body);
            }
            var type = response.headers().firstValue("Content-Type").orElse("");
            return type.startsWith("text/event-stream")
                    ? reader.follow(body, id, message -> hear(message, progress))
                    : reader.whole(body);
        }
    }

    private void hear(JsonNode message, Consumer<Progress> progress)
            throws IOException, InterruptedException {
        if (JsonRpc.isNotification(message, "notifications/progress")) {
            progress.accept(Progress.read(message.path("params")));
        } else if (JsonRpc.isNotification(message, "notifications/tools/list_changed")) {
            toolsChanged.run();
        } else {
            var answer = Rpc.answer(message);
            if (answer.isPresent()) {
                http.send(head.post(answer.get()), BodyHandlers.discarding());
            }
        }
    }

    @Override
    public void tell(String method, ObjectNode params) {
        var message = JsonRpc.notification(method, head.era().dress(params.deepCopy()));
        var _ =
                within(
                        TELLING,
                        () -> {
                            http.send(head.post(message), BodyHandlers.discarding());
                            return new Reply.Result(Json.object());
                        });
    }

    @Override
    public void speaks(Era now) {
        head.speaks(now);
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void offers(List<Tool> tools) {
        head.heed(tools);
    }

    @Override
    public void finish() {
        isOpen = false;
        exchanges.close();
        close();
    }

    @Override
    public void close() {
        isOpen = false;
        exchanges.shutdownNow();
        if (isLeft.compareAndSet(false, true)) {
            sayFarewell();
            http.shutdownNow();
        }
    }

    /** A server that has forgotten the session, or is gone, need not be told. */
    private void sayFarewell() {
        try {
            var farewell = head.farewell(FAREWELL);
            if (farewell.isPresent()) {
                http.send(farewell.get(), BodyHandlers.ofInputStream()).body().close();
            }
        } catch (IOException gone) {
            LOG.debug("event=tool-farewell-unheard server={}", server, gone);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
