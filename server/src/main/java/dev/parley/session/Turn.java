package dev.parley.session;

import dev.parley.protocol.Message;
import dev.parley.store.table.SessionRow;

/**
 * An agent's turn to answer.
 *
 * @param message what is to be answered
 * @param words what it says, whole
 */
public record Turn(SessionRow session, Message message, String words) {}
