package dev.parley.client.agent;

import dev.parley.client.TopicEvent;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;

/** An agent follows events, on a thread of its own, until this is closed. */
public final class Following implements AutoCloseable {
    private final EventSource source;
    private final EventHandler handler;
    private final String what;
    private final Thread thread;
    private volatile boolean isClosed;
    private boolean isBusy;

    Following(EventSource source, EventHandler handler, String what) {
        this.source = source;
        this.handler = handler;
        this.what = what;
        this.thread = Thread.ofVirtual().name(what).start(this::follow);
    }

    private void follow() {
        var guarded = new Guarded();
        for (int failures = 0; !isClosed; ) {
            try {
                source.next(guarded);
                failures = 0;
            } catch (ParleyException e) {
                if (isClosed) {
                    return;
                }
                Quietly.warn(what + " cannot be followed: " + e.detail(), e);
                if (e.problem() == Problem.UNKNOWN_SUBSCRIPTION) {
                    return;
                }
                Waiting.pause(failures++);
            } catch (Exception e) {
                throw new IllegalStateException("a guarded handler throws nothing", e);
            }
        }
    }

    /** A handler that breaks holds nothing up; one that is at work is not interrupted. */
    private final class Guarded implements EventHandler {
        @Override
        public void on(TopicEvent event) {
            if (!enter(true)) {
                throw new ParleyException(Problem.UNREACHABLE, "closed");
            }
            try {
                handler.on(event);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                Quietly.warn("an event of " + event.topic() + " was not dealt with: " + e, e);
            } finally {
                enter(false);
            }
        }

        @Override
        public void missed() {
            handler.missed();
        }
    }

    /** Whether there is still anything to be done. */
    private synchronized boolean enter(boolean handling) {
        isBusy = handling;
        return !isClosed;
    }

    /** Finishes the event that is under way. What the hub keeps goes on from there another time. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            if (!isBusy) {
                thread.interrupt();
            }
        }
        source.close();
        if (!Thread.currentThread().equals(thread)) {
            Waiting.join(thread);
        }
    }
}
