package dev.parley.http.api;

import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.InboxPage;
import dev.parley.inbox.Look;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is for an agent in all its runs, over HTTP. */
public final class AgentInboxRoutes {
    private final Store store;
    private final AgentInbox inbox;
    private final Presence presence;

    public AgentInboxRoutes(Store store, AgentInbox inbox, Presence presence) {
        this.store = store;
        this.inbox = inbox;
        this.presence = presence;
    }

    /** Never moves the cursor; without {@code after} it begins behind what was committed. */
    Answer look(Call call) {
        call.query("epoch").ifPresent(epoch -> Cursor.requireEpoch(store.epoch(), epoch));
        var look =
                new Look(
                        number(call, "after", 0, Long.MAX_VALUE),
                        Pages.limit(call),
                        Duration.ofSeconds(call.waitSeconds()),
                        number(call, "max_tokens", Look.MIN_TOKENS, Look.MAX_TOKENS));
        InboxPage page;
        try (var _ = presence.hold(call.caller(), call.instance())) {
            page = inbox.look(call.caller(), call.path("agent"), call.instance(), look);
        }
        var body = Json.object();
        body.putArray("items").addAll(page.items());
        body.putArray("unread").addAll(page.unread());
        body.set("next", Pages.seq(page.next()));
        return Answer.ok(body.put("position", page.position()).put("epoch", store.epoch()));
    }

    private static @Nullable Long number(Call call, String name, long least, long most) {
        return call.query(name).isEmpty() ? null : call.number(name, least, least, most);
    }

    Answer commit(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var epoch = fields.text("epoch");
        if (epoch != null) {
            Cursor.requireEpoch(store.epoch(), epoch);
        }
        long position = fields.require(fields.integer("position"), "position");
        if (position < 0) {
            throw new ParleyException(Problem.BAD_VALUE, "position must not be negative");
        }
        long stands = inbox.commit(call.caller(), call.path("agent"), call.instance(), position);
        return Answer.ok(Json.object().put("position", stands));
    }
}
