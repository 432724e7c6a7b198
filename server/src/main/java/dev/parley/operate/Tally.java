package dev.parley.operate;

import dev.parley.store.table.RunKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts receipts and acks and sums up a hash of each, so that two heaps of them can be compared in
 * any order and in constant room.
 */
final class Tally {
    /** Acks of one moment; one that is said again in the same moment follows closely. */
    private static final int MAX_REMEMBERED = 10_000;

    private long receipts;
    private long acks;
    private long sum;
    private final Set<Long> acked = Collections.newSetFromMap(new Latest());

    void receipt(String recipient, long seq, boolean needsAck) {
        receipts++;
        sum += hash(recipient, seq, needsAck ? 1 : 2);
    }

    /** A receipt as part of its recipient's inbox, whichever run it belongs to. */
    void entry(RunKey run, String recipient, long seq) {
        receipts++;
        sum += hash(run.space() + "/" + run.run() + "/" + recipient, seq, 4);
    }

    /** An ack counts once, also when it is said again soon after. */
    void ack(String recipient, long seq) {
        long hash = hash(recipient, seq, 3);
        if (acked.add(hash)) {
            acks++;
            sum += hash;
        }
    }

    /** FNV-1a, then the mixer of MurmurHash: names that Java's own hash takes for one differ. */
    private static long hash(String recipient, long seq, int what) {
        long hash = 0xcbf29ce484222325L ^ what;
        for (int i = 0; i < recipient.length(); i++) {
            hash = (hash ^ recipient.charAt(i)) * 0x100000001b3L;
        }
        hash ^= seq * 0x9e3779b97f4a7c15L;
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        return hash ^ (hash >>> 33);
    }

    String differsFrom(Tally other) {
        return receipts
                + " receipts and "
                + acks
                + " acks instead of "
                + other.receipts
                + " and "
                + other.acks;
    }

    boolean matches(Tally other) {
        return receipts == other.receipts && acks == other.acks && sum == other.sum;
    }

    private static final class Latest extends LinkedHashMap<Long, Boolean> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    }
}
