package dev.parley.bus;

import java.util.Map;
import java.util.Set;

/** Tells how far topics have come, in one query. */
@FunctionalInterface
public interface Heads {
    /** A number for each topic that grows with every change of it. */
    Map<Topic, Long> read(Set<Topic> topics);
}
