package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.Draft;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.blob.Blobs;
import java.io.ByteArrayInputStream;

/** Keeps large payloads out of the log: the middling ones are moved to a blob, the rest refused. */
public final class Payloads {
    public static final int MAX_INLINE = 64 << 10;
    public static final int MAX_MOVED = 256 << 10;

    private final Blobs blobs;

    public Payloads(Blobs blobs) {
        this.blobs = blobs;
    }

    /** The draft with a payload that may stand in the log. */
    Draft settle(Principal caller, Draft draft) {
        if (draft.payload().isEmpty()) {
            return draft;
        }
        var json = Json.bytes(draft.payload());
        if (json.length <= MAX_INLINE) {
            return draft;
        }
        if (json.length > MAX_MOVED) {
            throw new ParleyException(
                    Problem.BODY_SIZE,
                    "the payload has "
                            + json.length
                            + " bytes, at most "
                            + MAX_MOVED
                            + " may be sent in a message; upload it to POST /api/blobs and send a"
                            + " payload_ref");
        }
        if (draft.payloadRef() != null) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a message with a payload_ref may have at most "
                            + MAX_INLINE
                            + " bytes of payload");
        }
        var blob =
                blobs.store(
                        caller.space(),
                        caller.label(),
                        "application/json",
                        new ByteArrayInputStream(json));
        var ref = new PayloadRef(blob.key().blob(), blob.size(), blob.sha256());
        return draft.withPayload(Json.object(), ref);
    }
}
