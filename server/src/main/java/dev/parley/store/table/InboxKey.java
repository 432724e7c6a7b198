package dev.parley.store.table;

import dev.parley.protocol.Space;

/**
 * Whose inbox.
 *
 * @param recipient an agent's name, or {@code user}
 */
public record InboxKey(Space space, String recipient) {
    /**
     * However many inboxes a batch writes to, it needs no more locks than a database has room for.
     */
    private static final int LOCKS = 2_048;

    /** Where a receipt's message stands. */
    public static InboxKey of(ReceiptTable.Key receipt) {
        return new InboxKey(receipt.run().space(), receipt.recipient());
    }

    /** The name under which nodes hold an inbox, and some others with it, against each other. */
    public String lock() {
        return "agent/" + space + "/" + Math.floorMod(recipient.hashCode(), LOCKS);
    }
}
