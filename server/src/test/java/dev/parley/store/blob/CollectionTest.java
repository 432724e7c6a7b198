package dev.parley.store.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.TestClock;
import dev.parley.protocol.BlobId;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.BlobTable;
import dev.parley.store.table.BlobTotalTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What nobody refers to is deleted after a while, and so is what a crash left behind. */
class CollectionTest {
    private static final Space SPACE = Space.DEFAULT;
    private static final Duration DAY = Duration.ofHours(24);

    @TempDir Path folder;
    private final TestClock clock = new TestClock();

    static Stream<Function<Path, TestStores>> databases() {
        return Stream.of(SqliteStores::new, _ -> new PostgresStores());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void unreferencedBlobsGoAfterTheRetentionAndReferencedOnesStay(
            Function<Path, TestStores> database) throws Exception {
        var stores = database.apply(folder);
        try (var store = stores.open(clock, _ -> {})) {
            var blobs = blobs(store, stores);
            var kept = upload(blobs, "referred to");
            var old = upload(blobs, "forgotten");
            refer(store, kept);
            clock.advance(DAY);
            assertThat(blobs.collect()).as("not a moment too early").isZero();
            clock.advance(Duration.ofMillis(1));
            var fresh = upload(blobs, "new");
            assertThat(blobs.collect()).isEqualTo(1);
            assertThat(blobs.collect()).isZero();
            assertThat(read(blobs, kept)).isEqualTo("referred to");
            assertThat(read(blobs, fresh)).isEqualTo("new");
            assertThatThrownBy(() -> blobs.find(SPACE, old.blob()))
                    .isInstanceOf(ParleyException.class);
            assertThat(bytes(stores, old)).isEmpty();
            assertThat(store.read(BlobTotalTable.TABLE::all))
                    .containsEntry("default", (long) "referred tonew".length());
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void nothingIsDeletedWhileABackupHoldsIt(Function<Path, TestStores> database) {
        var stores = database.apply(folder);
        try (var store = stores.open(clock, _ -> {})) {
            var blobs = blobs(store, stores);
            upload(blobs, "wanted");
            clock.advance(DAY.plusMillis(1));
            try (var _ = blobs.hold()) {
                assertThat(blobs.collect()).isZero();
                blobs.sweep();
            }
            assertThat(blobs.collect()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aCollectionUnderWayStopsWhenABackupBegins(Function<Path, TestStores> database) {
        var stores = database.apply(folder);
        try (var store = stores.open(clock, _ -> {})) {
            var holds = new ArrayList<Blobs.Hold>();
            var bytes = new Deleting(stores.blobs(), blobs -> holds.add(blobs.hold()));
            var blobs = bytes.blobs(store, clock);
            for (int i = 0; i < 3; i++) {
                upload(blobs, "unwanted");
            }
            clock.advance(DAY.plusMillis(1));
            assertThat(blobs.collect()).as("the one that was being deleted").isEqualTo(1);
            assertThat(blobs.collect()).isZero();
            holds.forEach(Blobs.Hold::close);
            assertThat(blobs.collect()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void bytesThatNoRowKnowsAreSweptOnceTheyAreOld(Function<Path, TestStores> database)
            throws Exception {
        var stores = database.apply(folder);
        try (var store = stores.open(clock, _ -> {})) {
            var blobs = blobs(store, stores);
            var known = upload(blobs, "known");
            refer(store, known);
            var finished = orphan(stores, true);
            var cutShort = orphan(stores, false);
            blobs.sweep();
            assertThat(bytes(stores, finished)).isPresent();
            clock.advance(DAY.plusSeconds(1));
            var young = orphan(stores, true);
            blobs.sweep();
            assertThat(bytes(stores, finished)).isEmpty();
            assertThat(bytes(stores, cutShort)).isEmpty();
            assertThat(bytes(stores, young)).isPresent();
            assertThat(read(blobs, known)).isEqualTo("known");
            assertThat(leftovers()).noneMatch(name -> name.endsWith(".part"));
        }
    }

    private Blobs blobs(Store store, TestStores stores) {
        var limits = new Blobs.Limits(1 << 20, 1 << 20, DAY);
        return new Blobs(store, stores.blobs(), limits, Ids.random(clock), clock);
    }

    private static BlobKey upload(Blobs blobs, String text) {
        return blobs.store(SPACE, "test", "text/plain", stream(text)).key();
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What a crash in the middle of an upload, or right after one, leaves behind. */
    // An upload that a crash cut short is never closed.
    @SuppressWarnings({"MustBeClosed", "resource"})
    private BlobKey orphan(TestStores stores, boolean finished) throws IOException {
        var key = new BlobKey(SPACE, new BlobId(Ids.random(clock).next("blob")));
        var upload = stores.blobs().begin(key);
        upload.stream().write(new byte[300 << 10]);
        if (finished) {
            upload.finish();
        }
        return key;
    }

    private static void refer(Store store, BlobKey key) {
        store.write(
                tx -> {
                    var blobs = tx.rows(BlobTable.TABLE);
                    blobs.put(blobs.find(key).orElseThrow().referred());
                    return true;
                });
    }

    private static String read(Blobs blobs, BlobKey key) throws IOException {
        try (var stream = blobs.open(key, 0)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Optional<byte[]> bytes(TestStores stores, BlobKey key) throws IOException {
        try (var stream = stores.blobs().open(key, 0)) {
            return Optional.of(stream.readAllBytes()).filter(bytes -> bytes.length > 0);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private List<String> leftovers() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
