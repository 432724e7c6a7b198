package dev.parley.inbox;

import dev.parley.store.table.InboxKey;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.UnreadTable;
import java.util.List;
import java.util.Set;

/**
 * What an inbox held when it was looked at.
 *
 * @param isShared whether each instance sees only a part of it
 * @param after where the look began
 * @param head the newest position
 * @param coming what follows
 * @param unread the oldest of what was told of before and not fetched
 * @param kept how many of those there are
 * @param toldAgain what was told of before and follows all the same, since nobody committed it
 * @param redelivered what follows that was delivered before, and will be anew
 */
record Found(
        InboxKey inbox,
        boolean isShared,
        long after,
        long head,
        List<Shown> coming,
        List<UnreadTable.Listed> unread,
        int kept,
        List<ReceiptTable.Key> toldAgain,
        Set<ReceiptTable.Key> redelivered) {
    /** As many messages are kept as digests; whoever has more must fetch or ack some first. */
    static final int MAX_UNREAD = 1_000;

    /** How many digests more may be kept. */
    int room() {
        return MAX_UNREAD - kept;
    }
}
