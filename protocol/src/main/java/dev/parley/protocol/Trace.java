package dev.parley.protocol;

/**
 * The causal chain a message belongs to; kept by the hub, constant from the first message to its
 * last consequence.
 *
 * @param origin who began the chain
 */
public record Trace(String traceId, int hopCount, String origin) {}
