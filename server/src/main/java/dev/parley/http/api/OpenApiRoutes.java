package dev.parley.http.api;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Objects;

/** The description of this API, as it lies in the jar. */
public final class OpenApiRoutes {
    private static final int NOT_MODIFIED = 304;

    /** Read when somebody asks for it first, so that no start waits for it. */
    private static final class Document {
        static final byte[] BYTES = read();
        static final String TAG =
                '"' + HexFormat.of().formatHex(Sha256.digest().digest(BYTES)) + '"';
    }

    Answer get(Call call) {
        var answer =
                call.header("If-None-Match")
                                .filter(known -> known.contains(Document.TAG))
                                .isPresent()
                        ? Answer.noContent().withStatus(NOT_MODIFIED)
                        : Answer.bytes("application/yaml", Document.BYTES);
        return answer.with("ETag", Document.TAG).with("Cache-Control", "no-cache");
    }

    private static byte[] read() {
        try (var in = OpenApiRoutes.class.getResourceAsStream("/openapi.yaml")) {
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
