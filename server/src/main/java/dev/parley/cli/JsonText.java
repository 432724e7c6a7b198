package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;

/** JSON for other programs, on one line, and still safe when a terminal shows it. */
final class JsonText {
    private JsonText() {}

    static String of(JsonNode json) {
        return Printable.json(new String(Json.bytes(json), StandardCharsets.UTF_8));
    }
}
