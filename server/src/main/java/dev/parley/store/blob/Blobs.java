package dev.parley.store.blob;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.Space;
import dev.parley.store.Command;
import dev.parley.store.Failure;
import dev.parley.store.Store;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.BlobTable;
import dev.parley.store.table.BlobTotalTable;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Blobs of every space: stored whole and durable or not at all, counted against a quota. */
public final class Blobs {
    private static final int COLLECT_PAGE = 100;
    private static final Logger LOG = LoggerFactory.getLogger(Blobs.class);

    private final Store store;
    private final BlobBytes bytes;
    private final Limits limits;
    private final Ids ids;
    private final InstantSource clock;
    private final Holds holds = new Holds();

    /** How much may be kept, and how long what nobody refers to. */
    public record Limits(long maxBytes, long quotaBytes, Duration retention) {
        public static final Limits DEFAULT = new Limits(1L << 30, 10L << 30, Duration.ofHours(24));
    }

    public Blobs(Store store, BlobBytes bytes, Limits limits, Ids ids, InstantSource clock) {
        this.store = store;
        this.bytes = bytes;
        this.limits = limits;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Refuses early what is announced to be too large; what is not announced is found out later.
     */
    public void requireRoom(Space space, long announced) {
        if (announced > limits.maxBytes()) {
            throw new ParleyException(
                    Problem.BODY_SIZE,
                    "a blob may have at most "
                            + limits.maxBytes()
                            + " bytes, this has "
                            + announced);
        }
        long taken = store.read(BlobTotalTable.TABLE::all).getOrDefault(space.value(), 0L);
        if (taken + Math.max(0, announced) > limits.quotaBytes()) {
            throw Register.noRoom(space, taken, limits.quotaBytes(), announced);
        }
    }

    /** Stores what the stream holds; when this returns, the blob is durable and known. */
    public BlobTable.Row store(Space space, String by, String mediaType, InputStream content) {
        var received = receive(space, by, mediaType, content);
        try {
            return store.write(received.register());
        } catch (ParleyException refused) {
            received.discardAfter(refused);
            throw refused;
        }
    }

    /** Bytes that are durable but that nobody knows of yet. */
    public final class Received {
        private final BlobTable.Row row;

        private Received(BlobTable.Row row) {
            this.row = row;
        }

        public BlobTable.Row row() {
            return row;
        }

        /** Makes them known, if the quota has room. */
        public Command<BlobTable.Row> register() {
            return new Register(row, limits.quotaBytes());
        }

        public void discard() {
            delete(row.key());
        }

        /** The same after a refusal; where nobody knows what became of them, the bytes are kept. */
        public void discardAfter(ParleyException refused) {
            if (refused.problem() != Problem.OUTCOME_UNKNOWN) {
                discard();
            }
        }
    }

    /** Takes in what the stream holds, so that a door can make it known at most once. */
    public Received receive(Space space, String by, String mediaType, InputStream content) {
        var key = new BlobKey(space, new BlobId(ids.next("blob")));
        try (var upload = bytes.begin(key)) {
            var digest = Sha256.digest();
            var bounded = new Bounded(content, limits.maxBytes());
            long size = new DigestInputStream(bounded, digest).transferTo(upload.stream());
            upload.finish();
            return new Received(
                    new BlobTable.Row(
                            key, size, Digests.hex(digest), mediaType, by, clock.instant(), 0));
        } catch (ParleyException refused) {
            delete(key);
            throw refused;
        } catch (IOException failed) {
            delete(key);
            throw refusal(failed);
        }
    }

    private ParleyException refusal(IOException failed) {
        var failure =
                failed.getCause() instanceof SQLException error
                        ? store.dialect().classify(error)
                        : Digests.isFull(failed) ? Failure.FULL : Failure.BROKEN;
        return switch (failure) {
            case FULL -> new ParleyException(Problem.STORE_FULL, "there is no room for this blob");
            case UNREACHABLE ->
                    new ParleyException(
                            Problem.STORE_UNREACHABLE, "the database cannot be reached", failed);
            case REFUSED, UNKNOWN, BROKEN ->
                    new ParleyException(Problem.INTERNAL, "the blob could not be stored", failed);
        };
    }

    /** What is known of a blob. */
    public BlobTable.Row find(Space space, BlobId id) {
        return store.read(sql -> BlobTable.TABLE.find(sql, new BlobKey(space, id)))
                .orElseThrow(
                        () -> new ParleyException(Problem.UNKNOWN_BLOB, "there is no blob " + id));
    }

    /** Its bytes from an offset on. */
    public InputStream open(BlobKey key, long from) throws IOException {
        return bytes.open(key, from);
    }

    /** Keeps everything from being collected until it is closed; a backup takes one. */
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    public Hold hold() {
        return holds.take();
    }

    /** Deletes a page of what nobody has referred to in time; says how many. */
    public int collect() {
        var before = clock.instant().minus(limits.retention());
        var old = store.read(sql -> BlobTable.TABLE.unreferenced(sql, before, COLLECT_PAGE));
        int collected = 0;
        for (var blob : old) {
            if (holds.unlessHeld(() -> forget(blob.key()))) {
                collected++;
            }
        }
        return collected;
    }

    private boolean forget(BlobKey key) {
        boolean forgotten = store.write(new Forget(key));
        if (forgotten) {
            delete(key);
        }
        return forgotten;
    }

    /** Deletes the bytes that crashed uploads and collections left behind. */
    public void sweep() {
        var before = Ids.earliest("blob", clock.instant().minus(limits.retention()));
        if (holds.any()) {
            return;
        }
        try {
            bytes.sweep(
                    before, key -> store.read(sql -> BlobTable.TABLE.find(sql, key)).isPresent());
        } catch (IOException failed) {
            throw new ParleyException(Problem.INTERNAL, "sweeping blobs failed", failed);
        }
    }

    private void delete(BlobKey key) {
        try {
            bytes.delete(key);
        } catch (IOException left) {
            LOG.atWarn()
                    .setCause(left)
                    .log("a blob could not be deleted; the sweep will try again");
        }
    }
}
