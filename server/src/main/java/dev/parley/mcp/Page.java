package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/** Some of a list, from where the client's cursor stands. */
record Page<T>(List<T> all, int from) {
    private static final int SIZE = 100;

    static <T> Page<T> of(List<T> all, ObjectNode params) {
        var cursor = params.get("cursor");
        int from = cursor == null || cursor.isNull() ? 0 : place(cursor.asText());
        if (from > all.size()) {
            throw Methods.bad("the cursor is behind the end; begin again without one");
        }
        return new Page<>(all, from);
    }

    ObjectNode json(String field, Function<T, ObjectNode> shown) {
        int to = Math.min(all.size(), from + SIZE);
        var json = Json.object();
        var list = json.putArray(field);
        all.subList(from, to).forEach(item -> list.add(shown.apply(item)));
        return to < all.size() ? json.put("nextCursor", cursor(to)) : json;
    }

    private static String cursor(int place) {
        var text = Integer.toString(place);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static int place(String cursor) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            return Math.max(0, Integer.parseInt(text));
        } catch (IllegalArgumentException _) {
            throw Methods.bad("the cursor is none of this hub's; begin again without one");
        }
    }
}
