package dev.parley.model;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hears a model answer, and passes the words on as they come. */
final class Hearing implements StreamingChatResponseHandler {
    private final Consumer<String> words;
    private volatile long heard;
    private volatile boolean isSent;
    private volatile boolean isRefused;
    private volatile boolean isOver;
    private volatile @Nullable ChatResponse whole;
    private volatile @Nullable Throwable error;

    Hearing(Consumer<String> words) {
        this.words = words;
    }

    /** The provider has begun to read the request. */
    void sent() {
        isSent = true;
    }

    /** The provider does not do what it is asked. */
    void refused() {
        isRefused = true;
    }

    /** Whether the provider takes money for what it has read. */
    boolean isPaidFor() {
        return isSent && !isRefused;
    }

    @Override
    public void onPartialResponse(String part) {
        count(part);
        if (!isOver && !part.isEmpty()) {
            words.accept(part);
        }
    }

    @Override
    public void onPartialToolCall(PartialToolCall part) {
        count(part.partialArguments());
    }

    // Only the thread that reads the answer counts.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(String part) {
        heard += part.length();
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        whole = response;
    }

    @Override
    public void onError(Throwable thrown) {
        if (error == null) {
            error = thrown;
        }
    }

    /** Nobody listens any more. */
    void end() {
        isOver = true;
    }

    /** How many characters have come. */
    long heard() {
        return heard;
    }

    @Nullable ChatResponse whole() {
        return whole;
    }

    @Nullable Throwable error() {
        return error;
    }
}
