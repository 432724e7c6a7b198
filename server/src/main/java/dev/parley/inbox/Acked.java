package dev.parley.inbox;

import dev.parley.protocol.MessageId;

/** The message that was acked, and whether it had been before. */
public record Acked(MessageId message, boolean duplicate) {}
