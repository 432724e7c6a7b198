package dev.parley.bench.store;

import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Entry;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Reads a run from its beginning to its end and writes it as lines of JSON, over and over. */
final class Export implements AutoCloseable {
    private static final int PAGE = 500;

    private final Store store;
    private final RunKey run;
    private final CompletableFuture<Void> ended;
    private volatile boolean stopped;
    private final AtomicLong bytes = new AtomicLong();

    Export(Store store, RunKey run) {
        this.store = store;
        this.run = run;
        this.ended =
                CompletableFuture.runAsync(
                        this::export, work -> Thread.ofVirtual().name("export").start(work));
    }

    private void export() {
        long after = 0;
        while (!stopped) {
            long from = after;
            var page = store.read(sql -> MessageTable.TABLE.after(sql, run, from, PAGE));
            long written = 0;
            for (var row : page) {
                written += Json.bytes(Envelope.write(Entry.message(row))).length + 1;
            }
            bytes.addAndGet(written);
            after = page.isEmpty() ? 0 : page.getLast().seq();
        }
    }

    /** How much it has written so far. */
    long bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        stopped = true;
        ended.join();
    }
}
