package dev.parley.inbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Json;

/** What is told of a message whose whole does not fit: enough to decide whether to fetch it. */
final class Digest {
    /** However a summary is spelled, it takes no more bytes of JSON. */
    private static final int SUMMARY_BYTES = 120;

    private static final int ESCAPE = 6;

    private Digest() {}

    /**
     * The digest.
     *
     * @param tokens how many the whole message takes
     */
    static ObjectNode of(Message message, long position, long tokens) {
        return Json.object()
                .put("position", position)
                .put("run_id", message.runId().value())
                .put("message_id", message.messageId().value())
                .put("from", message.fromAgent().value())
                .put("kind", message.kind())
                .put("priority", message.priority().value())
                .put("summary", shortened(message.summary()))
                .put("tokens", tokens);
    }

    private static String shortened(String summary) {
        int bytes = 0;
        int end = 0;
        while (end < summary.length()) {
            int letter = summary.codePointAt(end);
            bytes += cost(letter);
            if (bytes > SUMMARY_BYTES) {
                return summary.substring(0, end) + "…";
            }
            end += Character.charCount(letter);
        }
        return summary;
    }

    private static int cost(int letter) {
        if (letter < ' ' || letter == '"' || letter == '\\' || isSurrogate(letter)) {
            return ESCAPE;
        }
        if (letter < 0x80) {
            return 1;
        }
        if (letter < 0x800) {
            return 2;
        }
        return letter < 0x10000 ? 3 : 4;
    }

    private static boolean isSurrogate(int letter) {
        return letter >= Character.MIN_SURROGATE && letter <= Character.MAX_SURROGATE;
    }
}
