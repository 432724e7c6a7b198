package dev.parley.operate;

import dev.parley.store.table.BlobKey;
import java.util.HashMap;
import java.util.Map;

/** How often the logs refer to each blob. */
final class References {
    private final Map<BlobKey, Long> counts = new HashMap<>();

    void add(BlobKey blob) {
        counts.merge(blob, 1L, Long::sum);
    }

    /** Takes a blob off the list; says how often it is referred to. */
    long take(BlobKey blob) {
        var count = counts.remove(blob);
        return count == null ? 0 : count;
    }

    /** Blobs that are referred to and were not taken. */
    Iterable<BlobKey> left() {
        return counts.keySet();
    }
}
