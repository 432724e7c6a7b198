package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.Dialogue;
import dev.parley.program.JsonRpc;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A tool server that the hub runs itself: a line of JSON for each message, either way. */
final class Pipe implements Link {
    private final Dialogue dialogue;
    private final Map<Long, Consumer<Progress>> progress;
    private final long limit;
    private volatile Era era = Era.NEWEST_WITH_SESSIONS;

    private Pipe(Dialogue dialogue, Map<Long, Consumer<Progress>> progress, long limit) {
        this.dialogue = dialogue;
        this.progress = progress;
        this.limit = limit;
    }

    /**
     * Starts the program.
     *
     * @param limit the longest message that is read
     * @param toolsChanged is told when the program has other tools than before
     */
    static Pipe open(String name, Reach.Stdio program, int limit, Runnable toolsChanged) {
        var progress = new ConcurrentHashMap<Long, Consumer<Progress>>();
        var dialogue =
                Dialogue.open(
                        "tool-" + name,
                        program.spec(),
                        limit,
                        Problem.TOOL_FAILED,
                        (where, message) -> hear(where, message, progress, toolsChanged));
        return new Pipe(dialogue, progress, limit);
    }

    private static void hear(
            Dialogue where,
            JsonNode message,
            Map<Long, Consumer<Progress>> progress,
            Runnable toolsChanged) {
        if (JsonRpc.isNotification(message, "notifications/progress")) {
            var params = message.path("params");
            var told = progress.get(params.path("progressToken").asLong());
            if (told != null) {
                told.accept(Progress.read(params));
            }
        } else if (JsonRpc.isNotification(message, "notifications/tools/list_changed")) {
            toolsChanged.run();
        } else {
            Rpc.answer(message).ifPresent(where::mention);
        }
    }

    @Override
    public Reply ask(String method, ObjectNode params, Duration atMost, Consumer<Progress> told) {
        try (var call = dialogue.call(one -> request(one.id(), method, params, told))) {
            try {
                var answer = call.await(atMost);
                return answer.map(Reply::of).orElseGet(() -> new Reply.TooLarge(limit));
            } catch (TimeoutException _) {
                giveUp(method, call.id());
                throw new ParleyException(
                        Problem.TOOL_TIMEOUT,
                        "there was no answer within "
                                + atMost.toSeconds()
                                + " seconds"
                                + dialogue.lastWords());
            } finally {
                progress.remove(call.id());
            }
        } catch (InterruptedException _) {
            throw shuttingDown();
        }
    }

    private ObjectNode request(long id, String method, ObjectNode params, Consumer<Progress> told) {
        progress.put(id, told);
        return Rpc.request(id, method, era.dress(params.deepCopy()));
    }

    /** Tells the server that nobody waits any more; the greeting may not be taken back. */
    private void giveUp(String method, long id) {
        if (!method.equals("initialize")) {
            var params = Json.object().put("requestId", id).put("reason", "timeout");
            dialogue.mention(JsonRpc.notification("notifications/cancelled", params));
        }
    }

    @Override
    public void tell(String method, ObjectNode params) {
        try {
            dialogue.tell(JsonRpc.notification(method, params));
        } catch (InterruptedException _) {
            throw shuttingDown();
        }
    }

    private static ParleyException shuttingDown() {
        Thread.currentThread().interrupt();
        return new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
    }

    @Override
    public void speaks(Era now) {
        era = now;
    }

    @Override
    public boolean isOpen() {
        return dialogue.isOpen();
    }

    @Override
    public void finish() {
        close();
    }

    @Override
    public void close() {
        dialogue.close();
    }
}
