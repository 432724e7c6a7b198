package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.session.Ear;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What an agent says and does in one turn, update by update. */
final class AcpTurn {
    /** No turn has as many; who sends more means no good. */
    static final int MAX_UPDATES = 200_000;

    private final Ear ear;
    private final AcpSteps steps;
    private final int maxWords;
    private final StringBuilder words = new StringBuilder();
    private @Nullable String message;
    private boolean isNewLine;
    private boolean isOver;
    private int updates;

    AcpTurn(Ear ear, int maxWords) {
        this.ear = ear;
        this.steps = new AcpSteps(ear);
        this.maxWords = maxWords;
    }

    /** Of the many kinds of update these matter; thoughts are nobody's business. */
    synchronized void heard(JsonNode update) {
        if (isOver) {
            return;
        }
        count();
        switch (update.path("sessionUpdate").asText()) {
            case "agent_message_chunk" -> say(update);
            case "tool_call", "tool_call_update" -> {
                isNewLine = true;
                steps.heard(update);
            }
            case "plan" -> {
                isNewLine = true;
                steps.plan(update.path("entries"));
            }
            default -> {}
        }
    }

    /** All that is known of a call for which it asks leave. */
    synchronized AcpSteps.Wish asked(JsonNode toolCall) {
        count();
        isNewLine = true;
        return steps.asked(toolCall);
    }

    private void count() {
        updates++;
        if (updates > MAX_UPDATES) {
            throw failed("it has sent more than " + MAX_UPDATES + " updates in one turn");
        }
    }

    private void say(JsonNode update) {
        var id = update.path("messageId").textValue();
        boolean isOther = id != null && message != null && !Objects.equals(id, message);
        message = id == null ? message : id;
        var chunk = text(update.path("content"));
        if (chunk.isEmpty()) {
            return;
        }
        boolean isApart = (isNewLine || isOther) && !words.isEmpty();
        var said = isApart ? "\n\n" + chunk : chunk;
        isNewLine = false;
        if (words.length() + said.length() > maxWords) {
            throw failed("its answer has more than " + maxWords + " characters");
        }
        words.append(said);
        ear.said(said);
    }

    /** The words of a block of content; what has none is named. */
    private static String text(JsonNode content) {
        var type = content.path("type").asText();
        return switch (type) {
            case "text" -> content.path("text").asText();
            case "resource_link" -> content.path("uri").asText();
            case "resource" -> content.at("/resource/text").asText();
            default -> "[" + Excerpt.text(type, 20) + "]";
        };
    }

    synchronized String words() {
        return words.toString().strip();
    }

    /**
     * Hears nothing any more; what was begun and not ended is let go. That is told on a thread of
     * its own, because whoever has called the turn off interrupts this one.
     */
    synchronized void end() {
        if (!isOver) {
            isOver = true;
            CompletableFuture.runAsync(steps::letGo, Thread::startVirtualThread)
                    .exceptionally(_ -> null)
                    .join();
        }
    }

    private static ParleyException failed(String why) {
        return new ParleyException(Problem.AGENT_FAILED, why);
    }
}
