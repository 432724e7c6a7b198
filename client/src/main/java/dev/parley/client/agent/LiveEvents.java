package dev.parley.client.agent;

import dev.parley.client.EventStream;

/** Events as they happen. */
final class LiveEvents implements EventSource {
    private final EventStream stream;
    private long gaps;

    LiveEvents(EventStream stream) {
        this.stream = stream;
    }

    @Override
    public void next(EventHandler handler) throws Exception {
        var event = stream.next();
        if (stream.gaps() > gaps) {
            gaps = stream.gaps();
            handler.missed();
        }
        handler.on(event);
    }

    @Override
    public void close() {
        stream.close();
    }
}
