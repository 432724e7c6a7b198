package dev.parley.store.blob;

import dev.parley.store.table.BlobKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Predicate;

/** Where the bytes of blobs are kept. */
public interface BlobBytes {
    /** Begins to store a blob; it counts only once {@link Upload#finish} has returned. */
    Upload begin(BlobKey key) throws IOException;

    /** The blob's bytes from an offset on. */
    InputStream open(BlobKey key, long from) throws IOException;

    void delete(BlobKey key) throws IOException;

    /** Deletes whatever is older than an id and unknown: what crashed uploads left behind. */
    void sweep(String olderThan, Predicate<BlobKey> known) throws IOException;

    /** Whether another node has forgotten the blob by now, so that its bytes need not be there. */
    boolean isForgotten(BlobKey key) throws IOException;

    /** A blob on its way in. */
    interface Upload extends AutoCloseable {
        OutputStream stream();

        /** Makes the bytes durable. */
        void finish() throws IOException;

        /** Forgets everything that was not finished. */
        @Override
        void close() throws IOException;
    }
}
