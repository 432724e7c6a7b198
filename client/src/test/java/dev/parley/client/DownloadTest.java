package dev.parley.client;

import static dev.parley.client.ProblemsTest.problemOf;
import static dev.parley.client.ScriptedPeer.drop;
import static dev.parley.client.ScriptedPeer.json;
import static dev.parley.client.ScriptedPeer.stall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownloadTest {
    private static final String DIGEST =
            "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882";

    private final ByteArrayOutputStream sink = new ByteArrayOutputStream();

    @Test
    void bytesComeThroughAfterADroppedConnection() {
        try (var peer = new ScriptedPeer(drop(), json(200, "the bytes"));
                var client = peer.client()) {
            assertThat(client.blobs().download(new BlobId("blob_1"), sink)).isEqualTo(9);
            assertThat(sink.toString(StandardCharsets.UTF_8)).isEqualTo("the bytes");
        }
    }

    @Test
    void aDownloadThatStallsBreaksOff() {
        try (var peer = new ScriptedPeer(stall());
                var client = peer.client()) {
            var problem = problemOf(() -> client.hub().backup(sink));

            assertThat(problem.problem()).isEqualTo(Problem.UNREACHABLE);
            assertThat(problem.detail()).endsWith("broke off after 1 bytes");
        }
    }

    @Test
    void aDownloadCutShortIsNotTakenForAWholeOne() {
        try (var peer =
                        new ScriptedPeer(
                                exchange -> {
                                    exchange.sendResponseHeaders(200, 100);
                                    exchange.getResponseBody().write(new byte[10]);
                                    exchange.getResponseBody().flush();
                                    exchange.close();
                                });
                var client = peer.client()) {
            assertThat(problemOf(() -> client.hub().backup(sink)).problem())
                    .isEqualTo(Problem.UNREACHABLE);
        }
    }

    @Test
    void aRefusedDownloadIsItsProblem() {
        try (var peer = new ScriptedPeer(json(403, "{\"code\":\"forbidden\",\"message\":\"no\"}"));
                var client = peer.client()) {
            assertThat(problemOf(() -> client.hub().backup(sink)).problem())
                    .isEqualTo(Problem.FORBIDDEN);
        }
    }

    @Test
    void aFileIsUploadedAgainFromItsBeginning(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("big"), "0123456789");
        try (var peer =
                        new ScriptedPeer(
                                json(503, "{\"code\":\"store-busy\"}"),
                                json(
                                        201,
                                        """
                                        {"blob_id":"blob_1","size":10,"sha256":"%s"}"""
                                                .formatted(DIGEST)));
                var client = peer.client()) {
            var ref = client.blobs().upload(file);

            assertThat(ref.blobId()).isEqualTo(new BlobId("blob_1"));
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::body)
                    .containsExactly("0123456789", "0123456789");
        }
    }
}
