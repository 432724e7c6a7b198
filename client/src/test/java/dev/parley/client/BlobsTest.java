package dev.parley.client;

import static dev.parley.client.ScriptedPeer.drop;
import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.BlobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobsTest {
    @TempDir Path folder = Path.of("");

    @Test
    void aFileIsOneBlobHoweverOftenTheConnectionBreaks() throws IOException {
        var file = Files.writeString(folder.resolve("report.txt"), "all is well");
        var sha256 = "0".repeat(64);
        try (var peer =
                        new ScriptedPeer(
                                drop(),
                                json(
                                        201,
                                        "{\"blob_id\":\"blob_1\",\"size\":11,\"sha256\":\""
                                                + sha256
                                                + "\"}"));
                var client = peer.client()) {
            var blob = client.blobs().upload(file);

            assertThat(blob.blobId()).isEqualTo(new BlobId("blob_1"));
            assertThat(peer.asked())
                    .hasSize(2)
                    .allMatch(asked -> asked.body().equals("all is well"));
            assertThat(peer.asked().getFirst().key())
                    .isNotBlank()
                    .isEqualTo(peer.asked().getLast().key());
        }
    }
}
