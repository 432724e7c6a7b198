package dev.parley.store.table;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Space;

/** A blob, in the one space that it belongs to. */
public record BlobKey(Space space, BlobId blob) {
    /** The name under which nodes hold a space's blobs against each other. */
    public static String lock(Space space) {
        return "blobs/" + space;
    }
}
