package dev.parley.inbox;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which of the entries that come next make up a page, and which of those are handed out whole. A
 * page is as many of the first as fit whole, or as fit into a quarter of the budget as digests,
 * whichever are more; then the most urgent ones get their bodies for as long as there is room.
 *
 * @param length how many entries the page has
 * @param whole which of them get their bodies
 */
record Selection(int length, BitSet whole) {
    /** What part of a budget goes into telling of what is not shown. */
    static final int DIGEST_SHARE = 4;

    /**
     * What an entry takes.
     *
     * @param whole with its body, in bytes
     * @param digest without it
     */
    record Size(int priority, long whole, long digest) {
        /** A body that is shorter than what would be told of it is no burden. */
        long least() {
            return Math.min(whole, digest);
        }
    }

    /** Everything whole. */
    static Selection all(int length) {
        var whole = new BitSet();
        whole.set(0, length);
        return new Selection(length, whole);
    }

    /**
     * The page that takes at most this many bytes.
     *
     * @param room how many digests may be kept for later
     */
    static Selection within(List<Size> sizes, long bytes, int room) {
        int length =
                Math.max(
                        fitting(sizes.stream().mapToLong(Size::whole).toArray(), bytes),
                        Math.max(
                                fitting(least(sizes), bytes / DIGEST_SHARE),
                                fitting(
                                        least(sizes.subList(0, Math.min(1, sizes.size()))),
                                        bytes)));
        var selection = urgent(sizes.subList(0, length), bytes);
        while (selection.digests() > room) {
            selection = urgent(sizes.subList(0, selection.length - 1), bytes);
        }
        return selection;
    }

    private static long[] least(List<Size> sizes) {
        return sizes.stream().mapToLong(Size::least).toArray();
    }

    /** How many of the first fit together. */
    private static int fitting(long[] sizes, long bytes) {
        long left = bytes;
        int count = 0;
        while (count < sizes.length && sizes[count] <= left) {
            left -= sizes[count++];
        }
        return count;
    }

    private static Selection urgent(List<Size> page, long bytes) {
        var whole = new BitSet();
        long left = bytes;
        for (int i = 0; i < page.size(); i++) {
            left -= page.get(i).least();
        }
        var byUrgency =
                IntStream.range(0, page.size())
                        .boxed()
                        .sorted(Comparator.comparingInt(i -> -page.get(i).priority))
                        .toList();
        for (int i : byUrgency) {
            long more = page.get(i).whole - page.get(i).least();
            if (more <= left) {
                left -= more;
                whole.set(i);
            }
        }
        return new Selection(page.size(), whole);
    }

    int digests() {
        return length - whole.cardinality();
    }
}
