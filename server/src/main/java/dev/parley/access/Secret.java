package dev.parley.access;

import dev.parley.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * The secret half of a token: {@code pa_}, 256 random bits, and a checksum by which scanners of
 * leaked secrets and people who mistype can tell it from noise. Prints as {@code tok_…}.
 */
public record Secret(String value) {
    /** How every secret begins, so that nobody takes it for something else. */
    public static final String PREFIX = "pa_";

    private static final SecureRandom RANDOM = new SecureRandom();

    static Secret random() {
        var bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        var text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new Secret(text + checksum(text));
    }

    /** What is stored instead: 256 random bits need no salt and no slow hash. */
    String hash() {
        return HexFormat.of().formatHex(Sha256.of(value));
    }

    private static String checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        var digits = "00000" + Long.toString(crc.getValue(), 36);
        return digits.substring(digits.length() - 6);
    }

    @Override
    public String toString() {
        return "tok_…";
    }
}
