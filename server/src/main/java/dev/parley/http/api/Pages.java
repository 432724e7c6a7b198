package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Call;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists: {@code {items, next}}, 50 at a time unless asked otherwise, never more than 500. */
final class Pages {
    private static final int USUAL = 50;
    private static final int MOST = 500;

    private Pages() {}

    static int limit(Call call) {
        return (int) call.number("limit", USUAL, 1, MOST);
    }

    /** A seq to go on from, or null. */
    static @Nullable JsonNode seq(OptionalLong next) {
        return next.isPresent() ? LongNode.valueOf(next.getAsLong()) : null;
    }

    /** A page; {@code next} is null when there is nothing more. */
    static <V> ObjectNode page(
            List<V> items, Function<V, ? extends JsonNode> write, @Nullable JsonNode next) {
        var page = Json.object();
        var array = page.putArray("items");
        items.forEach(item -> array.add(write.apply(item)));
        page.set("next", next);
        return page;
    }
}
