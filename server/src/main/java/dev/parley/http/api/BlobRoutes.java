package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.BlobId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.table.BlobTable;
import java.io.IOException;

/** Blobs over HTTP: up in one stream, down whole or in part. */
public final class BlobRoutes {
    private static final String UNKNOWN_TYPE = "application/octet-stream";

    private static final int CREATED = 201;

    private final Blobs blobs;
    private final Idempotency idempotency;

    public BlobRoutes(Store store, Blobs blobs) {
        this.blobs = blobs;
        this.idempotency = new Idempotency(store);
    }

    Answer upload(Call call) throws IOException {
        var caller = call.caller();
        blobs.requireRoom(caller.space(), call.length());
        try (var content = call.body(Long.MAX_VALUE)) {
            var type = call.header("Content-Type").orElse(UNKNOWN_TYPE);
            return register(call, blobs.receive(caller.space(), caller.label(), type, content));
        }
    }

    private Answer register(Call call, Blobs.Received received) {
        try {
            var asked = Json.object().put("sha256", received.row().sha256());
            var answer =
                    idempotency.create(
                            call,
                            asked,
                            received.register(),
                            BlobRoutes::describe,
                            BlobRoutes::describe);
            if (answer.status() != CREATED) {
                received.discard();
            }
            return answer;
        } catch (ParleyException refused) {
            received.discardAfter(refused);
            throw refused;
        }
    }

    private static ObjectNode describe(BlobTable.Row blob) {
        return Json.object()
                .put("blob_id", blob.key().blob().value())
                .put("size", blob.size())
                .put("sha256", blob.sha256());
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
