package dev.parley.client;

import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What is for an agent, or for people, in all runs: whoever commits after its work gets all at
 * least once.
 */
public final class Inbox {
    private final Transport transport;
    private final Epoch epoch;
    private final String recipient;

    Inbox(Transport transport, Epoch epoch, String recipient) {
        this.transport = transport;
        this.epoch = epoch;
        this.recipient = recipient;
    }

    /**
     * What comes after a place, else after what was committed; when there is nothing, waits for it,
     * and answers with an empty page when the wait is over.
     */
    public InboxPage look(OptionalLong after, int limit, Duration wait) {
        var target =
                Target.of("api", "agents", recipient, "inbox")
                        .with("limit", limit)
                        .with("wait", Target.seconds(wait));
        after.ifPresent(place -> target.with("after", place));
        long place = after.orElse(0);
        var answer = epoch.guarding(() -> transport.get(epoch.with(place, target), wait));
        epoch.learn(place, answer.json());
        return InboxPage.read(answer);
    }

    /** Up to there the agent has everything; a place further back changes nothing. */
    public void commit(long position) {
        var body = Json.object().put("position", position);
        var target = Target.of("api", "agents", recipient, "inbox", "commit");
        epoch.guarding(() -> transport.post(target, epoch.with(position, body), Duration.ZERO));
    }
}
