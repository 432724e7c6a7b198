package dev.parley.run;

import dev.parley.protocol.MessageId;

/** What a sender is told: where its message stands, and whether it stood there already. */
public record Posted(MessageId messageId, long seq, boolean duplicate) {}
