package dev.parley.operate;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Counts receipts and acks and sums up a hash of each, so that two heaps of them can be compared in
 * any order and in constant room.
 */
final class Tally {
    private long receipts;
    private long acks;
    private long sum;
    private final Set<Long> acked = new HashSet<>();

    void receipt(String recipient, long seq, boolean needsAck) {
        receipts++;
        sum += mix(Objects.hash(recipient, seq, needsAck, "receipt"), seq);
    }

    /** An ack counts once, however often it was said. */
    void ack(String recipient, long seq) {
        long hash = mix(Objects.hash(recipient, seq, "ack"), seq);
        if (acked.add(hash)) {
            acks++;
            sum += hash;
        }
    }

    private static long mix(long hash, long seq) {
        long bits = (hash << 32) ^ seq * 0x9E3779B97F4A7C15L;
        bits ^= bits >>> 29;
        return bits * 0xBF58476D1CE4E5B9L;
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
}
