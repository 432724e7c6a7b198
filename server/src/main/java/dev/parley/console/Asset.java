package dev.parley.console;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** A file as browsers get it, compressed once for all of them. */
final class Asset {
    private static final int NOT_MODIFIED = 304;

    private final String type;
    private final byte[] plain;
    private final byte[] gzip;
    private final String tag;

    Asset(String type, byte[] plain) {
        this.type = type;
        this.plain = plain.clone();
        this.gzip = compress(plain);
        // Weak, because it stands for both forms.
        this.tag = "W/\"" + HexFormat.of().formatHex(Sha256.digest().digest(plain)) + '"';
    }

    byte[] bytes() {
        return plain.clone();
    }

    /** Itself, in the form that the browser understands, unless the browser has it already. */
    Answer answer(Call call) {
        return form(call).with("ETag", tag).with("Vary", "Accept-Encoding");
    }

    private Answer form(Call call) {
        if (call.header("If-None-Match").filter(known -> known.contains(tag)).isPresent()) {
            return Answer.noContent().withStatus(NOT_MODIFIED);
        }
        boolean isSmaller = gzip.length < plain.length;
        return isSmaller && call.header("Accept-Encoding").filter(Asset::hasGzip).isPresent()
                ? Answer.bytes(type, gzip).with("Content-Encoding", "gzip")
                : Answer.bytes(type, plain);
    }

    private static boolean hasGzip(String accepted) {
        return Arrays.stream(accepted.toLowerCase(Locale.ROOT).split(",", -1))
                .map(coding -> coding.replace(" ", ""))
                .anyMatch(coding -> coding.matches("(gzip|\\*)(;q=(?!0(\\.0*)?$).*)?"));
    }

    private static byte[] compress(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
