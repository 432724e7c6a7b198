package dev.parley.store;

import dev.parley.bus.Topic;
import dev.parley.store.blob.BlobBytes;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Consumer;

/** A database of one sort, empty at first, on which any number of engines can be opened. */
public interface TestStores extends AutoCloseable {
    Dialect dialect();

    BlobBytes blobs();

    default Store open() {
        return open(InstantSource.system(), _ -> {});
    }

    default Store open(InstantSource clock, Consumer<Set<Topic>> wake) {
        return Store.open(dialect(), clock, Store.Limits.DEFAULT, wake);
    }

    @Override
    void close();
}
