package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.JsonRpc;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Ear;
import dev.parley.session.Leave;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Answers an agent that asks in its turn whether it may do something: by rule, or as people do. */
final class AcpPermissions implements AutoCloseable {
    /** Never for good: that would outlive the turn and whatever the configuration says next. */
    private static final List<String> YES = List.of("allow_once");

    private static final List<String> NO = List.of("reject_once", "reject_always");

    /** More characters nobody reads with care. */
    private static final int MAX_SHOWN = 65_536;

    private static final Duration GRACE = Duration.ofSeconds(1);

    private final String agent;
    private final AcpSpec.Permissions policy;
    private final Ear ear;
    private final Consumer<ObjectNode> answers;
    private final long end;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("parley-permission-", 0).factory());

    /**
     * Answers one agent.
     *
     * @param answers is given what the agent is to be told
     * @param atMost how long its turn may take from now on
     */
    AcpPermissions(
            String agent,
            AcpSpec.Permissions policy,
            Ear ear,
            Consumer<ObjectNode> answers,
            Duration atMost) {
        this.agent = agent;
        this.policy = policy;
        this.ear = ear;
        this.answers = answers;
        this.end = System.nanoTime() + atMost.toNanos();
    }

    /** Answers a request, at once or when somebody has decided. */
    void asked(JsonNode request, AcpSteps.Wish wish) {
        var denied = obstacle(request, wish).map(why -> new Leave(false, why));
        switch (policy) {
            case ALLOW -> answer(request, denied.orElse(new Leave(true, null)));
            case DENY -> answer(request, new Leave(false, "permissions: deny"));
            case ASK ->
                    denied.ifPresentOrElse(
                            leave -> answer(request, leave), () -> askPeople(request, wish.call()));
        }
    }

    /** Why nobody can give leave, by rule or by judgement. */
    private Optional<String> obstacle(JsonNode request, AcpSteps.Wish wish) {
        if (option(request, YES).isEmpty()) {
            return Optional.of("leave is given once, and it offers no allow_once");
        }
        if (policy != AcpSpec.Permissions.ASK) {
            return Optional.empty();
        }
        if (!wish.isWhole()) {
            return Optional.of("it does not tell in full, where it asks, what it wants to do");
        }
        int length = Json.write(wish.call()).length();
        return length > MAX_SHOWN
                ? Optional.of(
                        "what it wants to do takes %d characters to tell, at most %d are shown"
                                .formatted(length, MAX_SHOWN))
                : Optional.empty();
    }

    private void askPeople(JsonNode request, ObjectNode call) {
        try {
            threads.execute(
                    () -> {
                        try {
                            leave(call)
                                    .ifPresentOrElse(
                                            leave -> answer(request, leave),
                                            () -> answers.accept(cancelled(request)));
                        } catch (InterruptedException _) {
                            answers.accept(cancelled(request));
                        } catch (ParleyException refused) {
                            if (threads.isShutdown()) {
                                answers.accept(cancelled(request));
                            } else {
                                answer(request, new Leave(false, refused.detail()));
                            }
                        }
                    });
        } catch (RejectedExecutionException _) {
            answers.accept(cancelled(request));
        }
    }

    private Optional<Leave> leave(ObjectNode call) throws InterruptedException {
        var text = agent + " wants to do this: " + AcpSteps.title(call) + ". May it?";
        var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return ear.asked(text, call.path("tool").asText("other"), call, left);
    }

    private void answer(JsonNode request, Leave leave) {
        var wanted = option(request, leave.isGranted() ? YES : NO);
        if (wanted.isEmpty()) {
            answers.accept(cancelled(request));
            return;
        }
        var result = Json.object();
        result.putObject("outcome")
                .put("outcome", "selected")
                .put("optionId", wanted.get().path("optionId").asText());
        if (leave.reason() != null) {
            result.putObject("_meta").put("parley.dev/reason", leave.reason());
        }
        answers.accept(JsonRpc.result(request, result));
    }

    /** The first that it offers of these. */
    private static Optional<JsonNode> option(JsonNode request, List<String> kinds) {
        var options = request.at("/params/options");
        return kinds.stream()
                .flatMap(kind -> options.valueStream().filter(one -> isOf(one, kind)))
                .findFirst();
    }

    private static boolean isOf(JsonNode option, String kind) {
        return option.path("kind").asText().equals(kind);
    }

    static ObjectNode cancelled(JsonNode request) {
        var result = Json.object();
        result.putObject("outcome").put("outcome", "cancelled");
        return JsonRpc.result(request, result);
    }

    /** The turn is over: whoever still waits is told so. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            var _ = threads.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
