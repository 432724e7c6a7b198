package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** JSON for other programs, on one line, and still safe when a terminal shows it. */
final class JsonText {
    private JsonText() {}

    static String of(JsonNode json) {
        return Printable.json(new String(Json.bytes(json), StandardCharsets.UTF_8));
    }

    /** A list as the hub would answer with it. */
    static <V> String items(List<V> list, Function<V, ObjectNode> json) {
        var all = Json.object();
        all.putArray("items").addAll(list.stream().map(json).toList());
        return of(all);
    }
}
