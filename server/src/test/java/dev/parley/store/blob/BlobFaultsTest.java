package dev.parley.store.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.FaultyDialect;
import dev.parley.store.Store;
import dev.parley.store.postgres.PostgresBlobs;
import dev.parley.store.postgres.PostgresDialect;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What an uploader is told when something breaks, and what is left behind. */
class BlobFaultsTest {
    @TempDir Path folder;

    @Test
    void anUploadThatBreaksOffIsTheUploadersAffairAndLeavesNothing() throws Exception {
        var stores = new SqliteStores(folder);
        try (var store = stores.open()) {
            assertProblem(Problem.BAD_REQUEST, () -> upload(store, stores.blobs(), new CutShort()));
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsTheHubsAffair() throws Exception {
        try (var store = new SqliteStores(folder).open()) {
            Files.writeString(folder.resolve("blobs"), "in the way");
            var blobs = new FileBlobs(folder.resolve("blobs"));
            assertProblem(Problem.INTERNAL, () -> upload(store, blobs, text()));
        }
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsToldAsSuchSoThatTheUploadIsTriedAgain() {
        try (var store = new PostgresStores().open()) {
            var gone = new PostgresDialect("jdbc:postgresql://localhost:1/nowhere");
            assertProblem(
                    Problem.STORE_UNREACHABLE,
                    () -> upload(store, new PostgresBlobs(gone), text()));
        }
    }

    @Test
    void whatMayHaveBeenRegisteredKeepsItsBytes() throws Exception {
        var stores = new SqliteStores(folder);
        var faulty = new FaultyDialect(stores.dialect());
        try (var store =
                Store.open(
                        faulty.dialect(), InstantSource.system(), Store.Limits.DEFAULT, _ -> {})) {
            faulty.thenFails(new SQLiteException("planted", SQLiteErrorCode.SQLITE_IOERR_FSYNC));
            assertProblem(Problem.OUTCOME_UNKNOWN, () -> upload(store, stores.blobs(), text()));
            assertThat(files()).hasSize(1);
        }
    }

    private static void upload(Store store, BlobBytes bytes, InputStream content) {
        var clock = InstantSource.system();
        new Blobs(store, bytes, Blobs.Limits.DEFAULT, Ids.random(clock), clock)
                .store(Space.DEFAULT, "test", "text/plain", content);
    }

    private static InputStream text() {
        return new ByteArrayInputStream("text".getBytes(StandardCharsets.UTF_8));
    }

    private List<Path> files() throws IOException {
        try (var walk = Files.walk(folder.resolve("blobs"))) {
            return walk.filter(Files::isRegularFile).toList();
        }
    }

    private static void assertProblem(Problem problem, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(problem));
    }

    /** Gives one piece and breaks. */
    private static final class CutShort extends InputStream {
        private boolean begun;

        @Override
        public int read() throws IOException {
            throw new IOException("the line is cut");
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (begun) {
                return read();
            }
            begun = true;
            return length;
        }
    }
}
