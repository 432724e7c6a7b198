package dev.parley.client.agent;

import dev.parley.client.Topics;
import java.util.List;
import java.util.Optional;

/**
 * Which events an agent follows, all of them in one order.
 *
 * @param patterns topics, in which {@code *} is any one word and {@code **} any number of them
 * @param name under which the hub keeps the place; empty for one that lasts as long as its process
 * @param withThePast whether what was published before belongs to it
 */
public record Subscription(List<String> patterns, Optional<String> name, boolean withThePast) {
    public Subscription {
        patterns = List.copyOf(patterns);
    }

    /** From now on, and once each. */
    public static Subscription to(String... patterns) {
        return new Subscription(List.of(patterns), Optional.empty(), false);
    }

    /**
     * The same, kept by the hub under this name: what is published while nobody is there comes
     * later, and each event at least once.
     */
    public Subscription keptAs(String word) {
        return new Subscription(patterns, Optional.of(word), withThePast);
    }

    /** With what was published before; only for one that is kept. */
    public Subscription fromTheStart() {
        return new Subscription(patterns, name, true);
    }

    EventSource source(Topics topics) {
        if (name.isPresent()) {
            topics.subscribe(name.get(), patterns, withThePast);
            return new KeptEvents(topics, name.get());
        }
        if (withThePast) {
            throw new IllegalStateException("from the start needs keptAs(name)");
        }
        return new LiveEvents(topics.follow(patterns));
    }

    @Override
    public String toString() {
        return name.map(word -> "subscription " + word).orElseGet(() -> "events " + patterns);
    }
}
