package dev.parley.http.api;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.regex.Pattern;

/** The part of a blob that is asked for; what cannot be understood is ignored, as HTTP has it. */
record Range(long first, long length, long size) {
    private static final Pattern SINGLE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");
    private static final int CHUNK = 64 << 10;

    static Range of(Optional<String> header, long size) {
        var single = header.map(SINGLE::matcher).filter(matcher -> matcher.matches());
        if (single.isEmpty()) {
            return new Range(0, size, size);
        }
        var from = single.get().group(1);
        var to = single.get().group(2);
        if (from.isEmpty() ? to.isEmpty() : isBackwards(from, to)) {
            return new Range(0, size, size);
        }
        long first = from.isEmpty() ? Math.max(0, size - Long.parseLong(to)) : Long.parseLong(from);
        long last =
                from.isEmpty() || to.isEmpty() ? size - 1 : Math.min(size - 1, Long.parseLong(to));
        if (first > last) {
            throw new ParleyException(
                    Problem.BAD_RANGE, "the blob has " + size + " bytes; none of them lie there");
        }
        return new Range(first, last - first + 1, size);
    }

    private static boolean isBackwards(String from, String to) {
        return !to.isEmpty() && Long.parseLong(to) < Long.parseLong(from);
    }

    boolean isWhole() {
        return length == size;
    }

    String header() {
        return "bytes " + first + "-" + (first + length - 1) + "/" + size;
    }

    void copy(InputStream from, OutputStream to) throws IOException {
        var chunk = new byte[CHUNK];
        for (long left = length; left > 0; ) {
            int count = from.read(chunk, 0, (int) Math.min(chunk.length, left));
            if (count < 0) {
                throw new EOFException("the blob is shorter than it should be");
            }
            to.write(chunk, 0, count);
            left -= count;
        }
    }
}
