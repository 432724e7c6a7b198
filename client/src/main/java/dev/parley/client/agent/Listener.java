package dev.parley.client.agent;

import dev.parley.client.Inbox;
import dev.parley.client.InboxPage;
import dev.parley.client.ParleyClient;
import dev.parley.client.Stranger;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

/** Reads an agent's inbox on a thread of its own; commits each message once it is dealt with. */
final class Listener implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(55);
    private static final int PAGE = 50;
    private static final int MAX_CHANCES = 10;

    private final ParleyClient client;
    private final Inbox inbox;
    private final AgentName agent;
    private final Handler handler;
    private final Asking asking;
    private final Thread thread;
    private final Recent<String> seen = new Recent<>();
    private volatile boolean isClosed;
    private volatile boolean isBusy;

    Listener(ParleyClient client, AgentName agent, Handler handler, Asking asking) {
        this.client = client;
        this.inbox = client.inbox(agent);
        this.agent = agent;
        this.handler = handler;
        this.asking = asking;
        this.thread = Thread.ofVirtual().name("inbox of " + agent).start(this::listen);
    }

    private void listen() {
        var after = OptionalLong.empty();
        for (int failures = 0; !isClosed; ) {
            try {
                var page = inbox.look(after, PAGE, WAIT);
                for (var item : page.items()) {
                    deal(item);
                    after = OptionalLong.of(item.position());
                }
                if (page.position() > after.orElse(0)) {
                    after = OptionalLong.of(page.position());
                }
                failures = 0;
            } catch (ParleyException e) {
                after = e.problem() == Problem.CURSOR_AHEAD ? OptionalLong.empty() : after;
                if (!isClosed) {
                    Quietly.warn("the inbox of " + agent + " cannot be read: " + e.detail(), e);
                    Waiting.pause(failures++);
                }
            }
        }
    }

    private void deal(InboxPage.Item item) {
        if (isClosed) {
            throw closed();
        }
        isBusy = true;
        try {
            var message = item.message();
            var key = message.runId() + " " + message.messageId();
            if (!seen.contains(key)) {
                handle(message);
                seen.add(key);
            }
            unlessRefused(message, "committed", () -> inbox.commit(item.position()));
        } finally {
            isBusy = false;
        }
    }

    private void handle(Message message) {
        boolean isNews = !message.act().isBookkeeping();
        boolean isReplied = isNews && !asking.isAnswer(message) && process(message);
        if (message.requiresAck() && !isReplied) {
            unlessRefused(
                    message,
                    "acked",
                    () -> client.messages().ack(message.runId(), agent, message.messageId()));
        }
    }

    /** Whether a reply was sent. */
    private boolean process(Message message) {
        var received = new AtomicReference<Received>();
        if (!unlessRefused(
                message, "read whole", () -> received.set(Received.whole(client, message)))) {
            return false;
        }
        var reply = reply(received.get());
        return reply.isPresent()
                && Replies.isDue(message)
                && unlessRefused(
                        message,
                        "answered",
                        () ->
                                client.messages()
                                        .send(message.runId(), Replies.to(message, reply.get())));
    }

    private Optional<String> reply(Received received) {
        try {
            return Objects.requireNonNullElse(handler.on(received), Optional.empty());
        } catch (Exception | Error e) {
            if (isClosed && e instanceof InterruptedException) {
                throw closed();
            }
            var id = received.message().messageId();
            Quietly.warn("message " + id + " was not dealt with: " + e, e);
            return Optional.empty();
        } finally {
            boolean _ = Thread.interrupted(); // was meant for the handler
        }
    }

    /**
     * Goes on while the hub is away or busy. What is refused is noted and not tried again, since
     * the next message is not to blame; a hub that breaks, and whatever else answers in its place,
     * has a few more chances.
     */
    private boolean unlessRefused(Message message, String what, Runnable deed) {
        for (int failures = 0; ; failures++) {
            try {
                deed.run();
                return true;
            } catch (ParleyException e) {
                if (isClosed) {
                    throw e;
                }
                boolean mayPass = e.problem() == Problem.INTERNAL || Stranger.hasAnswered(e);
                if (!Waiting.isAway(e) && !(mayPass && failures < MAX_CHANCES)) {
                    warn(message, what, e);
                    return false;
                }
                Waiting.pause(failures);
            } catch (RuntimeException e) {
                warn(message, what, e);
                return false;
            }
        }
    }

    private static void warn(Message message, String what, RuntimeException why) {
        var id = message.messageId();
        Quietly.warn("message " + id + " cannot be " + what + ": " + why.getMessage(), why);
    }

    private static ParleyException closed() {
        return new ParleyException(Problem.UNREACHABLE, "the agent was closed");
    }

    @Override
    public void close() {
        isClosed = true;
        if (!isBusy) {
            thread.interrupt();
        }
        try {
            thread.join(WAIT);
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
