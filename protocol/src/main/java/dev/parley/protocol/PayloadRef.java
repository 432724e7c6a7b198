package dev.parley.protocol;

/** Points at a payload that was too large to keep in the log. */
public record PayloadRef(BlobId blobId, long size, String sha256) {}
