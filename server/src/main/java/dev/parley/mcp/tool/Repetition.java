package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.Ids;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Posted;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * By which a call that comes again is recognised: its {@code idempotency_key}, else the id of its
 * request where no other request has the same. The new protocol promises nothing of its ids, so
 * that there only the key counts.
 */
record Repetition(AnswerTable.Key key, String digest, @Nullable Instant since) {
    private static final int CREATED = 201;
    private static final int ID_LENGTH = 32;

    static Optional<Repetition> of(ToolCall call, String tool) {
        var caller = call.principal();
        var digest = HexFormat.of().formatHex(CanonicalJson.digest(call.arguments()));
        var given = call.arguments().path("idempotency_key").textValue();
        return given == null
                ? call.exchange()
                        .named()
                        .map(
                                request ->
                                        new Repetition(
                                                key(
                                                        caller,
                                                        tool,
                                                        "request/" + request.name() + "/" + digest),
                                                digest,
                                                request.since()))
                : Optional.of(new Repetition(key(caller, tool, "key/" + given), digest, null));
    }

    private static AnswerTable.Key key(Principal caller, String tool, String name) {
        return new AnswerTable.Key(
                caller.space() + "/" + caller.label(),
                "mcp/" + tool,
                HexFormat.of().formatHex(Sha256.of(name)));
    }

    /** The id of the message that such a call sends, so that the log takes it once. */
    static @Nullable MessageId messageId(ToolCall call, String tool) {
        return of(call, tool).map(Repetition::messageId).orElse(null);
    }

    /**
     * A key may be used for ever, and says nothing of when it was used first. What is known to have
     * come just now has its place behind all that came before, where the log has least to do.
     */
    private MessageId messageId() {
        byte[] bits = Sha256.of(key.lock());
        return new MessageId(
                since == null
                        ? "msg_" + HexFormat.of().formatHex(bits).substring(0, ID_LENGTH)
                        : Ids.of("msg", since, ByteBuffer.wrap(bits).getLong()));
    }

    /** The same refusal in the caller's words, who knows of a key and not of a message's id. */
    static ParleyException explained(ToolCall call, ParleyException refused) {
        var key = call.arguments().path("idempotency_key").textValue();
        return refused.problem() == Problem.MESSAGE_ID_CONFLICT && key != null
                ? new ParleyException(
                        refused.problem(),
                        "the idempotency_key "
                                + Names.quote(key)
                                + " was used for another call; a new call needs a new one")
                : refused;
    }

    /** What was posted, with a word that it had been before if it had. */
    static ToolResult structured(Posted posted, ObjectNode facts) {
        return ToolResult.structured(posted.duplicate() ? facts.put("duplicate", true) : facts);
    }

    /** Creates something once; a repetition gets the first answer with a word that it is one. */
    static <R> ObjectNode create(
            Store store,
            ToolCall call,
            String tool,
            Command<R> command,
            Function<R, ObjectNode> shown) {
        var known = of(call, tool);
        if (known.isEmpty()) {
            return shown.apply(store.write(command));
        }
        var outcome =
                store.write(
                        known.get()
                                .once(
                                        command,
                                        made ->
                                                new Once.Answer(
                                                        CREATED, Json.write(shown.apply(made)))));
        return outcome.repeated()
                .map(answer -> Json.parseTrusted(answer.body()).put("duplicate", true))
                .orElseGet(() -> shown.apply(outcome.result().orElseThrow()));
    }

    /** Tries something that may come to nothing, which is then not remembered. */
    static <R> Optional<ObjectNode> attempt(
            Store store,
            ToolCall call,
            String tool,
            Command<Optional<R>> command,
            Function<R, ObjectNode> shown) {
        var known = of(call, tool);
        if (known.isEmpty()) {
            return store.write(command).map(shown);
        }
        var outcome =
                store.write(
                        known.get()
                                .once(
                                        command,
                                        made ->
                                                made.map(shown)
                                                        .map(Json::write)
                                                        .map(body -> new Once.Answer(CREATED, body))
                                                        .orElse(null)));
        return outcome.repeated()
                .map(answer -> Json.parseTrusted(answer.body()).put("duplicate", true))
                .or(() -> outcome.result().orElseThrow().map(shown));
    }

    private <R> Once<R> once(Command<R> command, Function<R, Once.@Nullable Answer> kept) {
        return new Once<>(key, digest, command, kept);
    }
}
