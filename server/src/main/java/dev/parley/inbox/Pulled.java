package dev.parley.inbox;

import dev.parley.protocol.Message;
import java.util.List;

/**
 * What an agent gets, and the seq to go on from.
 *
 * @param redelivered what it got before and has not acked
 */
public record Pulled(List<Message> messages, List<Message> redelivered, long cursor) {}
