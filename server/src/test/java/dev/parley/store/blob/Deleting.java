package dev.parley.store.blob;

import dev.parley.protocol.Ids;
import dev.parley.store.Store;
import dev.parley.store.table.BlobKey;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Bytes beside whose deletion something else happens. */
final class Deleting implements BlobBytes {
    private final BlobBytes bytes;
    private final Consumer<Blobs> meanwhile;
    private final AtomicReference<Blobs> blobs = new AtomicReference<>();

    Deleting(BlobBytes bytes, Consumer<Blobs> meanwhile) {
        this.bytes = bytes;
        this.meanwhile = meanwhile;
    }

    Blobs blobs(Store store, InstantSource clock) {
        blobs.set(new Blobs(store, this, Blobs.Limits.DEFAULT, Ids.random(clock), clock));
        return blobs.get();
    }

    @Override
    public Upload begin(BlobKey key) throws IOException {
        return bytes.begin(key);
    }

    @Override
    public InputStream open(BlobKey key, long from) throws IOException {
        return bytes.open(key, from);
    }

    @Override
    public void delete(BlobKey key) throws IOException {
        meanwhile.accept(blobs.get());
        bytes.delete(key);
    }

    @Override
    public void sweep(String olderThan, Predicate<BlobKey> known) throws IOException {
        bytes.sweep(olderThan, known);
    }

    @Override
    public boolean isForgotten(BlobKey key) throws IOException {
        return bytes.isForgotten(key);
    }
}
