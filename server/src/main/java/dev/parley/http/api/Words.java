package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words that several routes read in the same way. */
final class Words {
    private static final int MAX_REASON = 1_000;

    private Words() {}

    /** An array of words; absent is empty. */
    static List<String> list(Fields in, String name) {
        var given = in.array(name);
        var words = new ArrayList<String>();
        if (given != null) {
            for (JsonNode word : given) {
                if (!word.isTextual()) {
                    throw new ParleyException(
                            Problem.BAD_VALUE, name + " must be an array of words");
                }
                words.add(word.textValue());
            }
        }
        return words;
    }

    /** Why somebody does what the call is about, if they say so. */
    static @Nullable String reason(Call call) throws IOException {
        return call.optionalJson().map(Fields::of).map(Words::reason).orElse(null);
    }

    static @Nullable String reason(Fields in) {
        var reason = in.text("reason");
        if (reason != null && reason.length() > MAX_REASON) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "reason may have at most " + MAX_REASON + " characters");
        }
        return reason;
    }
}
