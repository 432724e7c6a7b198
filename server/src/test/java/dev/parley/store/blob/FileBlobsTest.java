package dev.parley.store.blob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Space;
import dev.parley.store.table.BlobKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of blobs may have any name, and strangers may leave files in it. */
class FileBlobsTest {
    private static final BlobKey KEY = new BlobKey(Space.DEFAULT, new BlobId("blob_0000000001"));

    @TempDir Path folder = Path.of("");

    @Test
    void theFolderMayHaveAnyName() throws IOException {
        var blobs = new FileBlobs(folder.resolve("elsewhere"));
        store(blobs);
        try (var stream = blobs.open(KEY, 0)) {
            assertThat(stream.readAllBytes()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void filesThatNobodyHereMadeAreLeftAlone() throws IOException {
        var blobs = new FileBlobs(folder.resolve("blobs"));
        store(blobs);
        for (var stray : new String[] {".DS_Store", "0.part", "a b", "blob_elsewhere"}) {
            Files.createFile(blobs.file(KEY).resolveSibling(stray));
            Files.createFile(folder.resolve("blobs/default").resolve(stray));
            Files.createFile(folder.resolve("blobs").resolve(stray));
        }
        blobs.sweep("blob_1", _ -> false);
        assertThat(blobs.file(KEY)).doesNotExist();
        try (var left = Files.walk(folder)) {
            assertThat(left.filter(Files::isRegularFile)).hasSize(12);
        }
    }

    @Test
    void anUploadMayTakeLongerThanTheRetention() throws IOException {
        var blobs = new FileBlobs(folder.resolve("blobs"));
        try (var upload = blobs.begin(KEY)) {
            blobs.sweep("blob_1", _ -> false);
            upload.stream().write(1);
            upload.finish();
        }
        assertThat(blobs.file(KEY)).exists();
    }

    private static void store(FileBlobs blobs) throws IOException {
        try (var upload = blobs.begin(KEY)) {
            upload.stream().write(new byte[] {1, 2, 3});
            upload.finish();
        }
    }
}
