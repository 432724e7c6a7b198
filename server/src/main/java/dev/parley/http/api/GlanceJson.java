package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.run.Glance;
import dev.parley.store.table.Line;

/** What a list shows of a run, as JSON. */
final class GlanceJson {
    private static final int MAX_WORDS = 200;
    private static final int MAX_AGENTS = 20;

    private GlanceJson() {}

    static ObjectNode write(Glance glance) {
        var item = RunRoutes.describe(glance.row()).put("title", shortened(glance.title()));
        var agents = item.putArray("agents");
        glance.agents().stream().limit(MAX_AGENTS).forEach(agents::add);
        item.put("agent_count", glance.agents().size());
        var last = glance.last();
        item.set("last_message", last == null ? null : write(last));
        return item;
    }

    /** A message with the words that fit on a line. */
    static ObjectNode write(Line message) {
        var item =
                Json.object()
                        .put("message_id", message.message())
                        .put("seq", message.seq())
                        .put("kind", message.kind())
                        .put("from_agent", message.from())
                        .put("to_agent", message.to())
                        .put("summary", shortened(message.summary()))
                        .put("visibility", message.visibility());
        item.set("created_at", Times.epochSeconds(message.createdAt()));
        return item;
    }

    static String shortened(String words) {
        return words.codePointCount(0, words.length()) <= MAX_WORDS
                ? words
                : words.substring(0, words.offsetByCodePoints(0, MAX_WORDS - 1)) + "…";
    }
}
