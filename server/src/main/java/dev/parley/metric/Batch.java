package dev.parley.metric;

import java.util.List;

/**
 * A batch that has become durable.
 *
 * @param commands how many shared it
 * @param nanos what making it durable took, once everything was decided
 * @param syncNanos how much of that was the commit itself, which ends with the sync
 */
public record Batch(int commands, long nanos, long syncNanos, List<Tally> tallies) {}
