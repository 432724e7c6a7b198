package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.http.Handler;
import dev.parley.http.Route;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out a write, at most once for each {@code Idempotency-Key} of a principal and route. */
public final class Idempotency {
    private static final String KEY = "Idempotency-Key";
    private static final int OK = 200;
    private static final int CREATED = 201;

    /** Writes that keep their answer together with what they do, or know a repetition otherwise. */
    private static final Set<String> OWN =
            Set.of(
                    "POST /api/runs",
                    "POST /api/tokens",
                    "POST /api/blobs",
                    "POST /api/tasks",
                    "POST /api/sessions",
                    "POST /api/sessions/{session}/messages",
                    "POST /api/tasks/claim",
                    "POST /api/events",
                    "POST /mcp",
                    "POST /api/messages",
                    "POST /api/runs/{run}/messages",
                    "POST /api/runs/{run}/tools/{tool}",
                    "POST /api/runs/{run}/pull",
                    "POST /api/agents/select",
                    "POST /api/console/login",
                    "POST /api/console/logout",
                    "POST /api/console/links");

    private final Store store;

    public Idempotency(Store store) {
        this.store = store;
    }

    /**
     * Creates something.
     *
     * @param shown what the caller is answered
     * @param kept what is answered to a repetition; the same but for secrets
     */
    <R> Answer create(
            Call call,
            JsonNode asked,
            Command<R> command,
            Function<R, ObjectNode> shown,
            Function<R, ObjectNode> kept) {
        var key = call.header(KEY);
        var noted = call.noted(command, result -> name(kept.apply(result)));
        if (key.isEmpty()) {
            return Answer.created(shown.apply(store.write(noted)));
        }
        var once =
                once(
                        call,
                        key.get(),
                        asked,
                        noted,
                        result -> new Once.Answer(CREATED, Json.write(kept.apply(result))));
        var outcome = store.write(once);
        return outcome.repeated()
                .map(answer -> Answer.ok(Json.parseTrusted(answer.body()).put("duplicate", true)))
                .orElseGet(() -> Answer.created(shown.apply(outcome.result().orElseThrow())));
    }

    /**
     * Tries something that may come to nothing, which is then not remembered.
     *
     * @param shown what the caller is answered, the first time and on every repetition
     */
    <R> Optional<ObjectNode> attempt(
            Call call,
            JsonNode asked,
            Command<Optional<R>> command,
            Function<R, ObjectNode> shown) {
        var key = call.header(KEY);
        if (key.isEmpty()) {
            return store.write(command).map(shown);
        }
        var outcome =
                store.write(
                        once(
                                call,
                                key.get(),
                                asked,
                                command,
                                result ->
                                        result.map(shown)
                                                .map(b -> new Once.Answer(OK, Json.write(b)))
                                                .orElse(null)));
        return outcome.repeated()
                .map(answer -> Json.parseTrusted(answer.body()).put("duplicate", true))
                .or(() -> outcome.result().orElseThrow().map(shown));
    }

    private static <R> Once<R> once(
            Call call,
            String key,
            JsonNode asked,
            Command<R> command,
            Function<R, Once.@Nullable Answer> kept) {
        return new Once<>(
                key(call, key),
                HexFormat.of().formatHex(CanonicalJson.digest(asked)),
                command,
                kept);
    }

    private static Answer again(Once.Answer first) {
        var answer =
                first.body().isEmpty()
                        ? Answer.noContent()
                        : Answer.json(first.status(), Json.parseTrusted(first.body()));
        return answer.with("Idempotency-Replayed", "true");
    }

    private static AnswerTable.Key key(Call call, String named) {
        Names.requireId(KEY, named);
        var caller = call.caller();
        return new AnswerTable.Key(
                caller.space() + "/" + caller.label(), call.route().toString(), named);
    }

    /**
     * Has every other write answered once for each key. Its answer is kept beside what it does: a
     * hub that dies between the two carries a repetition out, which is harmless for these.
     */
    public Handler around(Route route, Handler handler) {
        return route.method().equals("GET") || OWN.contains(route.toString())
                ? handler
                : call -> {
                    var key = call.header(KEY);
                    return key.isEmpty()
                            ? handler.handle(call)
                            : answer(call, handler, key(call, key.get()));
                };
    }

    /**
     * By which the log recognises what a call with a key adds to it, whatever became of the hub.
     */
    static @Nullable MessageId messageId(Call call) {
        return call.header(KEY)
                .map(named -> key(call, named).lock())
                .map(lock -> HexFormat.of().formatHex(Sha256.of(lock)))
                .map(hex -> new MessageId("msg_" + hex.substring(0, 32)))
                .orElse(null);
    }

    private Answer answer(Call call, Handler handler, AnswerTable.Key key) throws Exception {
        var asked = Json.object();
        asked.put("address", call.address());
        asked.set("body", call.optionalJson().orElse(null));
        var digest = HexFormat.of().formatHex(CanonicalJson.digest(asked));
        var known = store.write(new Claim(key, digest));
        if (known.isPresent()) {
            call.isRepeated();
            return again(known.get());
        }
        var answer = carryOut(call, handler, key);
        var body = answer.text().orElse("").strip();
        store.write(new Claim.Settle(key, new Once.Answer(answer.status(), body)));
        return answer;
    }

    private Answer carryOut(Call call, Handler handler, AnswerTable.Key key) throws Exception {
        try {
            return handler.handle(call);
        } catch (ParleyException refused) {
            var _ = store.submit(new Claim.Drop(key));
            throw refused;
        }
    }

    /** Whatever is created is described with its id first. */
    private static String name(ObjectNode described) {
        return described.elements().next().asText();
    }
}
