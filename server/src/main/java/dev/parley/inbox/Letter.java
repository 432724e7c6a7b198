package dev.parley.inbox;

import dev.parley.protocol.Message;
import dev.parley.store.table.ReceiptState;
import java.util.EnumSet;
import java.util.Set;

/**
 * What may be handed out.
 *
 * @param isAnew whether it was delivered before, and is to be handed over anew
 */
record Letter(Message message, ReceiptState state, boolean isAnew) {
    private static final Set<ReceiptState> UNDER_WAY =
            EnumSet.of(ReceiptState.QUEUED, ReceiptState.DELIVERED);

    long seq() {
        return message.seq();
    }

    boolean isFresh() {
        return isAnew || state == ReceiptState.QUEUED;
    }

    /** Whether somebody still has to do with it. */
    boolean isUnderWay() {
        return UNDER_WAY.contains(state);
    }
}
