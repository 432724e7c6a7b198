package dev.parley.client.agent;

import java.util.LinkedHashSet;
import java.util.Set;

/** The last few thousand of something; the oldest are forgotten. */
final class Recent<T> {
    private static final int MAX = 10_000;

    private final Set<T> known = new LinkedHashSet<>();

    synchronized void add(T one) {
        known.add(one);
        if (known.size() > MAX) {
            known.remove(known.iterator().next());
        }
    }

    synchronized void remove(T one) {
        known.remove(one);
    }

    synchronized boolean contains(T one) {
        return known.contains(one);
    }
}
