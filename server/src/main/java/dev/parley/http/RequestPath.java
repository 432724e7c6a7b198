package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes a request's path apart: segments between slashes, each percent-decoded once. */
final class RequestPath {
    private RequestPath() {}

    static List<String> segments(String path) {
        var segments = split(path);
        for (int i = 0; i < segments.size(); i++) {
            var segment = decode(segments.get(i));
            if (segment.equals(".") || segment.equals("..") || segment.indexOf('/') >= 0) {
                throw refused("a path segment may not be or contain . .. or an encoded slash");
            }
            segments.set(i, segment);
        }
        return segments;
    }

    static List<String> split(String path) {
        if (!path.startsWith("/")) {
            throw refused("the path must begin with a slash");
        }
        var segments = new ArrayList<String>(8);
        int start = 1;
        while (path.length() > 1 && start <= path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            segments.add(path.substring(start, end));
            start = end + 1;
        }
        return segments;
    }

    private static String decode(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        byte[] bytes = segment.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte next = bytes[i];
            if (next == '%') {
                int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
                int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw refused("the path has a % without two hexadecimal digits");
                }
                next = (byte) ((high << 4) | low);
                i += 2;
            }
            bytes[length++] = next;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw refused("the path is not UTF-8");
        }
    }

    private static ParleyException refused(String detail) {
        return new ParleyException(Problem.BAD_REQUEST, detail);
    }
}
