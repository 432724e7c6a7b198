package dev.parley.protocol;

/** Names a stored run of bytes within its space. */
public record BlobId(String value) {
    public BlobId {
        Names.requireId("blob_id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
