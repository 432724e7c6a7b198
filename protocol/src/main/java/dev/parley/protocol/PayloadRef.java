package dev.parley.protocol;

import java.util.regex.Pattern;

/** Points at a payload that was too large to keep in the log. */
public record PayloadRef(BlobId blobId, long size, String sha256) {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    public PayloadRef {
        if (size < 0) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "payload_ref.size must not be negative, was " + size);
        }
        if (!SHA256.matcher(sha256).matches()) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "payload_ref.sha256 must be 64 lower-case hexadecimal digits, was "
                            + Names.quote(sha256));
        }
    }
}
