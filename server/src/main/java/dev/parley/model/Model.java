package dev.parley.model;

import com.fasterxml.jackson.core.JacksonException;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A model of a provider. What goes wrong is tried again while that may help and there is time, and
 * is told in words that never hold the key.
 */
public final class Model {
    private static final int MAX_TRIES = 5;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final Models models;
    private final Provider provider;
    private final ModelRef ref;

    Model(Models models, Provider provider, ModelRef ref) {
        this.models = models;
        this.provider = provider;
        this.ref = ref;
    }

    public ModelRef ref() {
        return ref;
    }

    /** Whether anybody has said what it costs. */
    public boolean hasPrice() {
        return provider.hasPrice(ref.model());
    }

    /**
     * Has it answer.
     *
     * @param words is given them as they come
     * @param used is told what every call has used, also one that was given up
     */
    public Said ask(
            List<ChatMessage> messages,
            Terms terms,
            Duration atMost,
            Consumer<String> words,
            Consumer<Tokens> used)
            throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        var request =
                ChatRequest.builder().messages(messages).toolSpecifications(terms.tools()).build();
        for (int tries = 1; ; tries++) {
            var hearing = new Hearing(words);
            try {
                return attempt(request, terms, hearing, left(until), used);
            } catch (ExecutionException failed) {
                var why = Objects.requireNonNullElse(failed.getCause(), failed);
                var pause = pause(why, hearing, tries);
                if (pause.isEmpty() || pause.get().compareTo(left(until)) >= 0) {
                    throw problem(why, hearing);
                }
                Thread.sleep(pause.get());
            } catch (TimeoutException _) {
                throw failed("has not answered before the timeout of the turn");
            }
        }
    }

    private static Duration left(long until) {
        return Duration.ofNanos(Math.max(1, until - System.nanoTime()));
    }

    private Said attempt(
            ChatRequest request,
            Terms terms,
            Hearing hearing,
            Duration atMost,
            Consumer<Tokens> used)
            throws InterruptedException, ExecutionException, TimeoutException {
        long begun = System.nanoTime();
        var outcome = "stopped";
        var call =
                models.calls()
                        .submit(
                                () ->
                                        models.speaking(provider, ref, terms, hearing)
                                                .chat(request, hearing));
        try {
            call.get(atMost.toMillis() + 1, TimeUnit.MILLISECONDS);
            var said = said(hearing, terms);
            outcome = "answered";
            return said;
        } catch (ExecutionException | TimeoutException failed) {
            outcome = "failed";
            throw failed;
        } finally {
            hearing.end();
            call.cancel(true);
            var tokens = tokens(request, hearing);
            tokens.ifPresent(used);
            models.metrics()
                    .modelCalled(
                            provider.name(),
                            outcome,
                            Duration.ofNanos(System.nanoTime() - begun),
                            tokens.map(Tokens::input).orElse(0L),
                            tokens.map(Tokens::output).orElse(0L));
        }
    }

    private Said said(Hearing hearing, Terms terms) throws ExecutionException {
        var error = hearing.error();
        var whole = hearing.whole();
        if (error != null) {
            throw new ExecutionException(error);
        }
        if (whole == null || whole.finishReason() == null) {
            throw new ExecutionException(new BrokenOff());
        }
        if (whole.finishReason() == FinishReason.CONTENT_FILTER) {
            throw new ExecutionException(
                    new Refusal(400, Optional.empty(), "its provider has filtered the answer"));
        }
        if (hearing.heard() > terms.maxChars()) {
            throw new ExecutionException(new Measured.TooMuch());
        }
        return new Said(whole.aiMessage(), whole.finishReason() == FinishReason.LENGTH);
    }

    /** The answer has ended before its end. */
    private static final class BrokenOff extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What was sent and not refused is paid for, whatever came of it. */
    private Optional<Tokens> tokens(ChatRequest request, Hearing hearing) {
        var price = provider.price(ref.model());
        var counted = Optional.ofNullable(hearing.whole()).map(ChatResponse::tokenUsage);
        if (counted.isPresent() && counted.get().inputTokenCount() != null) {
            var output = counted.get().outputTokenCount();
            return Optional.of(
                    Tokens.counted(
                            price, counted.get().inputTokenCount(), output == null ? 0 : output));
        }
        return hearing.isPaidFor()
                ? Optional.of(Tokens.guessed(price, chars(request), hearing.heard()))
                : Optional.empty();
    }

    private static long chars(ChatRequest request) {
        return Stream.of(request.messages(), request.toolSpecifications())
                .flatMap(List::stream)
                .mapToLong(one -> one.toString().length())
                .sum();
    }

    /** How long to wait before it is tried again; nothing when that would not help. */
    private static Optional<Duration> pause(Throwable why, Hearing hearing, int tries) {
        if (tries == MAX_TRIES || hearing.heard() > 0) {
            return Optional.empty();
        }
        var usual = FIRST_PAUSE.multipliedBy(1L << (tries - 1));
        var refusal = cause(why, Refusal.class);
        if (refusal.isPresent()) {
            return refusal.filter(Refusal::mayPass).map(one -> one.patience().orElse(usual));
        }
        boolean isHopeless =
                cause(why, IOException.class).isEmpty()
                        || cause(why, Measured.TooMuch.class).isPresent()
                        || cause(why, JacksonException.class).isPresent();
        return isHopeless ? Optional.empty() : Optional.of(usual);
    }

    private static <T> Optional<T> cause(Throwable thrown, Class<T> type) {
        for (Throwable one = thrown; one != null; one = one.getCause()) {
            if (type.isInstance(one)) {
                return Optional.of(type.cast(one));
            }
        }
        return Optional.empty();
    }

    private ParleyException problem(Throwable why, Hearing hearing) {
        var refusal = cause(why, Refusal.class);
        if (refusal.isPresent()) {
            return failed(refused(refusal.get()));
        }
        if (cause(why, Measured.TooMuch.class).isPresent()) {
            return failed("says more than it may; max-output-chars allows more");
        }
        if (cause(why, ConnectException.class).isPresent()
                || cause(why, HttpConnectTimeoutException.class).isPresent()) {
            return failed(
                    "cannot be reached at " + provider + "; is it running, and is base-url right?");
        }
        return hearing.heard() > 0
                ? failed("has broken off after " + hearing.heard() + " characters")
                : failed("has given no answer that can be read");
    }

    private static String refused(Refusal refusal) {
        var hint =
                switch (refusal.status()) {
                    case 401, 403 -> "; look at its api-key in parley.yaml";
                    case 404 -> "; does it have such a model, and is base-url right?";
                    case 429 -> "; it has had enough for now";
                    default -> "";
                };
        return "answers " + refusal.status() + ": " + refusal.getMessage() + hint;
    }

    private ParleyException failed(String why) {
        return new ParleyException(
                Problem.AGENT_FAILED, provider.discreet("model " + ref + " " + why));
    }
}
