package dev.parley.client.agent;

import dev.parley.client.Topics;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.OptionalLong;

/** Events of a subscription that the hub keeps; each is committed once it is dealt with. */
final class KeptEvents implements EventSource {
    private static final Duration WAIT = Duration.ofSeconds(55);
    private static final int PAGE = 50;

    private final Topics topics;
    private final String name;
    private OptionalLong after = OptionalLong.empty();

    KeptEvents(Topics topics, String name) {
        this.topics = topics;
        this.name = name;
    }

    @Override
    public void next(EventHandler handler) throws Exception {
        try {
            var page = topics.look(name, after, PAGE, WAIT);
            if (page.missed()) {
                handler.missed();
            }
            for (var item : page.items()) {
                handler.on(item.event());
                after = OptionalLong.of(item.position());
                topics.commit(name, item.position());
            }
        } catch (ParleyException e) {
            if (e.problem() == Problem.CURSOR_AHEAD) {
                after = OptionalLong.empty(); // a restored hub knows where we stood then
            }
            throw e;
        }
    }

    @Override
    public void close() {}
}
