package dev.parley.client.agent;

import dev.parley.client.Inbox;
import dev.parley.client.InboxPage;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads an agent's inbox on a thread of its own; commits each message once it is dealt with. */
final class Listener implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(55);
    private static final int PAGE = 50;

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
            throw new ParleyException(Problem.UNREACHABLE, "the agent was closed");
        }
        isBusy = true;
        try {
            var message = item.message();
            var key = message.runId() + " " + message.messageId();
            if (!seen.contains(key)) {
                handle(message);
                seen.add(key);
            }
            inbox.commit(item.position());
        } finally {
            isBusy = false;
        }
    }

    private void handle(Message message) {
        boolean isNews = !message.act().isBookkeeping();
        boolean isReplied = isNews && !asking.isAnswer(message) && process(message);
        if (message.requiresAck() && !isReplied) {
            unlessRefused(() -> client.messages().ack(message.runId(), agent, message.messageId()));
        }
    }

    /** Whether a reply was sent. */
    private boolean process(Message message) {
        var reply = reply(message);
        if (reply.isEmpty() || !Replies.isDue(message)) {
            return false;
        }
        return unlessRefused(
                () -> client.messages().send(message.runId(), Replies.to(message, reply.get())));
    }

    private Optional<String> reply(Message message) {
        var received = whole(message);
        if (received.isEmpty()) {
            return Optional.empty();
        }
        try {
            return handler.on(received.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (Exception e) {
            Quietly.warn("message " + message.messageId() + " was not dealt with: " + e, e);
            return Optional.empty();
        }
    }

    /** What cannot be had just now is for the next round; what is gone is noted. */
    private Optional<Received> whole(Message message) {
        try {
            return Optional.of(Received.whole(client, message));
        } catch (ParleyException e) {
            if (Waiting.mayPass(e)) {
                throw e;
            }
            Quietly.warn("message " + message.messageId() + " is not whole: " + e.detail(), e);
            return Optional.empty();
        }
    }

    /** What the hub refuses for good is noted; what may pass is for the next round. */
    private static boolean unlessRefused(Runnable deed) {
        try {
            deed.run();
            return true;
        } catch (ParleyException e) {
            if (Waiting.mayPass(e) && e.problem() != Problem.RUN_PAUSED) {
                throw e;
            }
            Quietly.warn("refused: " + e.detail(), e);
            return false;
        }
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
