package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.BlobId;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Part;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Priority;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.ThreadId;
import dev.parley.protocol.Trace;
import dev.parley.protocol.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Messages and JSON made by chance, the same for the same seed. */
final class RandomMessages {
    private static final List<String> LEAVES =
            List.of(
                    "null",
                    "true",
                    "false",
                    "0",
                    "-1",
                    "1.50",
                    "1e400",
                    "-0",
                    "12345678901234567890");
    private static final List<String> TEXTS =
            List.of(
                    "",
                    " ",
                    "plain",
                    "ünï ☃",
                    "😀",
                    "\ud800",
                    "\u0000\n\t\"\\",
                    "text",
                    "x".repeat(300));
    private static final List<String> KEYS =
            List.of("a", "task", "context", "status", "é", "", "result");
    private static final List<String> ADDRESSES =
            List.of("user", "broadcast", "Agent B", "specialist:pcb", "v1.2 bot", "claude/api");
    private static final List<String> PART_TYPES =
            List.of("text", "data", "file", "url", "raw", "image/png");

    private final Random random;

    RandomMessages(Random random) {
        this.random = random;
    }

    Message next() {
        var kind = pick(List.copyOf(Kinds.standard().all()));
        return new Message(
                new MessageId(id()),
                new RunId(id()),
                new SessionId(id()),
                new ThreadId(id()),
                random.nextLong(1, Long.MAX_VALUE),
                new Address(pick(ADDRESSES)),
                pick(TEXTS),
                new Address(pick(ADDRESSES)),
                kind.name(),
                random.nextBoolean() ? kind.act() : pick(List.of(Act.values())),
                pick(TEXTS),
                object(4),
                Stream.generate(this::part).limit(random.nextInt(3)).toList(),
                pick(List.of(Visibility.values())),
                new Priority(random.nextInt(-100, 101)),
                random.nextBoolean(),
                random.nextBoolean(),
                maybe(this::id),
                maybe(() -> new MessageId(id())),
                maybe(this::time),
                time(),
                pick(List.of(Source.values())),
                maybe(() -> new SessionId(id())),
                new Trace(id(), random.nextInt(20), pick(TEXTS)),
                maybe(
                        () ->
                                new PayloadRef(
                                        new BlobId(id()),
                                        random.nextLong(1L << 40),
                                        "0f".repeat(32))));
    }

    JsonNode json(int depth) {
        return switch (random.nextInt(depth > 0 ? 4 : 2)) {
            case 0 -> Json.parse(pick(LEAVES));
            case 1 -> Json.object().textNode(pick(TEXTS));
            case 2 -> {
                var array = Json.array();
                Stream.generate(() -> json(depth - 1)).limit(random.nextInt(3)).forEach(array::add);
                yield array;
            }
            default -> object(depth);
        };
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private ObjectNode object(int depth) {
        var object = Json.object();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(pick(KEYS), json(depth - 1));
        }
        return object;
    }

    private Part part() {
        var type = pick(PART_TYPES);
        var extras = Json.object();
        if (random.nextBoolean()) {
            extras.set("filename", json(1));
        }
        return type.equals(Part.TEXT)
                ? new Part(type, extras.textNode(pick(TEXTS)), extras)
                : new Part(type, json(2), extras);
    }

    private Instant time() {
        return Instant.ofEpochMilli(random.nextLong(253_402_300_799_000L));
    }

    private String id() {
        return "id_" + Long.toString(random.nextLong() >>> 1, 36);
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }
}
