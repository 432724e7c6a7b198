package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.Names;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out a write, at most once for each {@code Idempotency-Key} of a principal and route. */
final class Idempotency {
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Store store;

    Idempotency(Store store) {
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
        var key = call.header("Idempotency-Key");
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
        var key = call.header("Idempotency-Key");
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
        Names.requireId("Idempotency-Key", key);
        var caller = call.caller();
        return new Once<>(
                new AnswerTable.Key(
                        caller.space() + "/" + caller.label(), call.route().toString(), key),
                HexFormat.of().formatHex(CanonicalJson.digest(asked)),
                command,
                kept);
    }

    /** Whatever is created is described with its id first. */
    private static String name(ObjectNode described) {
        return described.elements().next().asText();
    }
}
