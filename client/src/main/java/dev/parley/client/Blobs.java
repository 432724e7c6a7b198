package dev.parley.client;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.PayloadRef;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Bytes too large for a message: uploaded first, then referred to by its {@link PayloadRef}. */
public final class Blobs {
    /** An upload slower than this counts as broken. */
    private static final long SLOWEST_BYTES_PER_SECOND = 64 << 10;

    private final Transport transport;

    Blobs(Transport transport) {
        this.transport = transport;
    }

    /** Uploads a file; it is read as it is sent, never held in memory. */
    public PayloadRef upload(Path file) {
        try {
            var atMost = Duration.ofSeconds(Files.size(file) / SLOWEST_BYTES_PER_SECOND);
            var answer =
                    transport.upload(
                            Target.of("api", "blobs"), BodyPublishers.ofFile(file), atMost);
            return new PayloadRef(
                    new BlobId(answer.text("blob_id")),
                    answer.number("size"),
                    answer.text("sha256"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a blob into the sink and says how many bytes that were. */
    public long download(BlobId blob, OutputStream sink) {
        return transport.download(Target.of("api", "blobs", blob.value()), sink);
    }
}
