package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.DeadLetters;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Many dead letters at once: those that are named, or all with one code. */
public final class LetterPileRoutes {
    private static final int MOST = 500;

    private final DeadLetters letters;

    public LetterPileRoutes(DeadLetters letters) {
        this.letters = letters;
    }

    private interface Deed {
        void on(Principal caller, String id);
    }

    /** Each on its own: one that is refused stays, and keeps none of the others. */
    Answer requeue(Call call) throws IOException {
        return each(call, "requeued", (caller, id) -> letters.requeue(caller, id, null));
    }

    Answer discard(Call call) throws IOException {
        return each(call, "discarded", letters::discard);
    }

    private Answer each(Call call, String done, Deed deed) throws IOException {
        var in = Fields.of(call.json());
        var code = in.text("code");
        var body = Json.object();
        var failed = Json.object().putArray("failed");
        var which = new ArrayList<String>();
        for (var id : wanted(call, code, in)) {
            try {
                deed.on(call.caller(), id);
                which.add(id);
            } catch (ParleyException refused) {
                failed.add(failure(id, refused));
            }
        }
        var told = which.size() + " " + done + (code == null ? "" : " of those with " + code);
        call.act(
                which.isEmpty() ? "" : which.getFirst(),
                which.isEmpty() ? told : told + ": " + String.join(" ", which));
        body.put(done, which.size()).set("failed", failed);
        return Answer.ok(body);
    }

    private static ObjectNode failure(String id, ParleyException refused) {
        return Json.object()
                .put("id", id)
                .put("code", refused.problem().slug())
                .put("detail", refused.detail());
    }

    private List<String> wanted(Call call, @Nullable String code, Fields in) {
        var ids = Words.list(in, "ids");
        long most = Objects.requireNonNullElse(in.integer("max"), (long) MOST);
        if ((code == null) == ids.isEmpty() || ids.size() > MOST || most < 1 || most > MOST) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "give either ids, up to " + MOST + ", or a code, and a max of 1 to " + MOST);
        }
        return code == null
                ? ids.stream().distinct().toList()
                : letters.withCode(call.caller(), code, (int) most);
    }
}
