package dev.parley.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a scripted model does when it is asked. */
public sealed interface ModelReply {
    /** Says this, part by part; with what it counts. */
    record Words(List<String> parts, int input, int output, String finish) implements ModelReply {
        public Words counting(int read, int written) {
            return new Words(parts, read, written, finish);
        }

        /** It had more to say than it may. */
        public Words cutOff() {
            return new Words(parts, input, output, "length");
        }
    }

    /** Wants tools to be used. */
    record Calls(List<Call> calls) implements ModelReply {
        public Calls and(String tool, String arguments) {
            var all = new ArrayList<>(calls);
            all.add(new Call(tool, arguments));
            return new Calls(all);
        }
    }

    /** One of them. */
    record Call(String tool, String arguments) {}

    /** Answers with an error. */
    record Refused(int status, Map<String, String> headers, String body) implements ModelReply {}

    /** Says this and is gone in the middle of it. */
    record Cut(String words) implements ModelReply {}

    /** Sends what nobody understands. */
    record Garbage(String text) implements ModelReply {}

    /** Says this and then nothing, until whoever has asked hangs up. */
    record Silence(String words) implements ModelReply {}

    /** A word at a time. */
    static Words say(String words) {
        return new Words(List.of(words.split("(?<= )")), 100, 10, "stop");
    }

    static Calls call(String tool, String arguments) {
        return new Calls(List.of(new Call(tool, arguments)));
    }

    static Refused refuse(int status, String words) {
        return new Refused(status, Map.of(), "{\"error\":{\"message\":\"" + words + "\"}}");
    }

    static Refused busy(int seconds) {
        return new Refused(
                429,
                Map.of("Retry-After", String.valueOf(seconds)),
                "{\"error\":{\"message\":\"slow down\"}}");
    }
}
