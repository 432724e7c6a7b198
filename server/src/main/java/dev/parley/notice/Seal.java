package dev.parley.notice;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * What webhooks are signed with, as Standard Webhooks has it. With several secrets each signs, so
 * that receivers can go over from one to the next. Prints itself without them.
 */
public final class Seal {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final List<SecretKey> keys;

    private Seal(List<SecretKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /** Secrets such as {@code whsec_…}, separated by commas; empty when one of them is none. */
    public static Optional<Seal> read(String text) {
        var keys = new ArrayList<SecretKey>();
        for (var word : Arrays.stream(text.split(",")).map(String::strip).toList()) {
            if (!word.isEmpty()) {
                var key = key(word);
                if (key.isEmpty()) {
                    return Optional.empty();
                }
                keys.add(key.get());
            }
        }
        return Optional.of(new Seal(keys));
    }

    private static Optional<SecretKey> key(String word) {
        if (!word.startsWith(PREFIX)) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(word.substring(PREFIX.length()));
            return bytes.length < MIN_BYTES || bytes.length > MAX_BYTES
                    ? Optional.empty()
                    : Optional.of(new SecretKeySpec(bytes, ALGORITHM));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public boolean isMissing() {
        return keys.isEmpty();
    }

    /** The header {@code webhook-signature}. */
    String sign(String id, long timestamp, byte[] body) {
        return keys.stream()
                .map(key -> "v1," + mac(key, id + "." + timestamp + ".", body))
                .collect(Collectors.joining(" "));
    }

    private static String mac(SecretKey key, String head, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return keys.isEmpty() ? "" : "***";
    }
}
