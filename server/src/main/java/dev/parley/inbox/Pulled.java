package dev.parley.inbox;

import dev.parley.protocol.Message;
import java.util.List;

/** What an agent gets, and the seq to go on from. */
public record Pulled(List<Message> messages, long cursor) {}
