package dev.parley.http.api;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.BlobId;
import dev.parley.protocol.codec.Json;
import dev.parley.store.blob.Blobs;
import java.io.IOException;

/** Blobs over HTTP: up in one stream, down whole or in part. */
public final class BlobRoutes {
    private static final String UNKNOWN_TYPE = "application/octet-stream";

    private final Blobs blobs;

    public BlobRoutes(Blobs blobs) {
        this.blobs = blobs;
    }

    Answer upload(Call call) throws IOException {
        var caller = call.caller();
        blobs.requireRoom(caller.space(), call.length());
        try (var content = call.body(Long.MAX_VALUE)) {
            var type = call.header("Content-Type").orElse(UNKNOWN_TYPE);
            var blob = blobs.store(caller.space(), caller.label(), type, content);
            return Answer.created(
                    Json.object()
                            .put("blob_id", blob.key().blob().value())
                            .put("size", blob.size())
                            .put("sha256", blob.sha256()));
        }
    }

    Answer download(Call call) {
        var blob = blobs.find(call.caller().space(), new BlobId(call.path("blob")));
        var range = Range.of(call.header("Range"), blob.size());
        var answer =
                Answer.stream(
                        blob.mediaType(),
                        range.length(),
                        out -> {
                            try (var bytes = blobs.open(blob.key(), range.first())) {
                                range.copy(bytes, out);
                            }
                        });
        // Whatever an agent uploaded is data: no browser may take it for a page of ours.
        var shown =
                answer.with("Accept-Ranges", "bytes")
                        .with("ETag", '"' + blob.sha256() + '"')
                        .with("Content-Disposition", "attachment")
                        .with("Content-Security-Policy", "sandbox; default-src 'none'");
        return range.isWhole()
                ? shown
                : shown.withStatus(206).with("Content-Range", range.header());
    }
}
