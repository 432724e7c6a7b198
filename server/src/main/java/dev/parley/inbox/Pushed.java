package dev.parley.inbox;

import dev.parley.protocol.Message;
import dev.parley.store.table.ReceiptTable;

/**
 * A message on its way to somebody who has not asked for what comes next.
 *
 * @param attempt which time of those that it came; 0 when it does not matter
 */
public record Pushed(ReceiptTable.Key receipt, Message message, int attempt) {
    Offered offered() {
        return new Offered(receipt, 0, attempt, Offered.addressed(message));
    }

    Fresh fresh() {
        return new Fresh(receipt, message.createdAt());
    }
}
