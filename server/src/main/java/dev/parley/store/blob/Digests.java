package dev.parley.store.blob;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;

/** How a digest is written, and what a full disk looks like. */
public final class Digests {
    private Digests() {}

    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The JDK tells a full disk only by the words of its operating system. */
    static boolean isFull(IOException failed) {
        var words = String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("no space left") || words.contains("disk quota exceeded");
    }
}
