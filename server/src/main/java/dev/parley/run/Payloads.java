package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.store.blob.Blobs;
import dev.parley.store.table.BlobKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps large payloads out of the log: the middling ones are moved to a blob, the rest refused. */
public final class Payloads {
    private final Blobs blobs;
    private final Limits limits;

    /** Up to how many bytes a payload stands in the log, and up to how many it is moved. */
    public record Limits(int inline, int moved) {
        public static final Limits DEFAULT = new Limits(64 << 10, 256 << 10);
    }

    public Payloads(Blobs blobs, Limits limits) {
        this.blobs = blobs;
        this.limits = limits;
    }

    /** A payload as it stands in the log, and where the rest of it is. */
    public record Kept(ObjectNode inline, @Nullable PayloadRef ref) {}

    /**
     * Keeps a payload of whatever size: one that is too large for the log becomes a blob, and what
     * stands in the log lacks its largest field.
     */
    public Kept keep(Space space, String by, ObjectNode payload, String largest) {
        var json = Json.bytes(payload);
        if (json.length <= limits.inline()) {
            return new Kept(payload, null);
        }
        var rest = payload.deepCopy();
        rest.remove(largest);
        return new Kept(rest, store(space, by, json));
    }

    private PayloadRef store(Space space, String by, byte[] json) {
        var blob = blobs.store(space, by, "application/json", new ByteArrayInputStream(json));
        return new PayloadRef(blob.key().blob(), blob.size(), blob.sha256());
    }

    /** A message's payload, fetched from its blob if it became one. */
    public ObjectNode whole(Space space, Message message) {
        var ref = message.payloadRef();
        if (ref == null || ref.size() > limits.moved()) {
            return message.payload();
        }
        try (var bytes = blobs.open(new BlobKey(space, ref.blobId()), 0)) {
            return Json.parse(bytes.readAllBytes()) instanceof ObjectNode payload
                    ? payload
                    : message.payload();
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        } catch (ParleyException _) {
            // Somebody's blob that is no payload of ours.
            return message.payload();
        }
    }

    private void requireSmall(List<Part> parts) {
        long bytes =
                parts.stream()
                        .mapToLong(
                                part ->
                                        Json.bytes(part.content()).length
                                                + Json.bytes(part.extras()).length)
                        .sum();
        if (bytes > limits.inline()) {
            throw new ParleyException(
                    Problem.BODY_SIZE,
                    "the parts have "
                            + bytes
                            + " bytes, at most "
                            + limits.inline()
                            + " may be sent in a message; put them into payload, or upload them to"
                            + " POST /api/blobs and send a payload_ref");
        }
    }

    /**
     * The draft with a payload that may stand in the log.
     *
     * @param known whether the log has the message already, so that nothing need be stored for it
     */
    Draft settle(Principal caller, Draft draft, BooleanSupplier known) {
        requireSmall(draft.parts());
        if (draft.payload().isEmpty()) {
            return draft;
        }
        var json = Json.bytes(draft.payload());
        if (json.length <= limits.inline()) {
            return draft;
        }
        if (json.length > limits.moved()) {
            throw new ParleyException(
                    Problem.BODY_SIZE,
                    "the payload has "
                            + json.length
                            + " bytes, at most "
                            + limits.moved()
                            + " may be sent in a message; upload it to POST /api/blobs and send a"
                            + " payload_ref");
        }
        if (draft.payloadRef() != null) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a message with a payload_ref may have at most "
                            + limits.inline()
                            + " bytes of payload");
        }
        if (known.getAsBoolean()) {
            return draft;
        }
        return draft.withPayload(Json.object(), store(caller.space(), caller.label(), json));
    }
}
