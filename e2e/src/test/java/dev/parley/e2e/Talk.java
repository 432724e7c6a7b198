package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One session of an agent that repeats what it is told, and all that the hub has accepted in it.
 */
final class Talk {
    private static final Set<String> ENDS = Set.of("done", "interrupted", "failed");

    /** How long a hub may take to answer everything, in polls of 30 seconds. */
    private static final int MAX_POLLS = 4;

    private static final int MAX_ROUNDS = 500;

    private final String agent;
    private final String session;
    private final Map<String, String> accepted = new LinkedHashMap<>();
    private int said;
    private final AtomicInteger rounds = new AtomicInteger();

    private Talk(String agent, String session) {
        this.agent = agent;
        this.session = session;
    }

    static Talk open(Hub hub, String agent) {
        var made = hub.post("/api/sessions", Json.object().put("agent", agent));
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        return new Talk(agent, made.text("sessionId"));
    }

    String agent() {
        return agent;
    }

    /** How often everything was answered so far. */
    int rounds() {
        return rounds.get();
    }

    int accepted() {
        return accepted.size();
    }

    /** Says two things at a time, again and again, until the hub is gone. */
    void untilKilled(Hub hub) {
        try {
            while (rounds.get() < MAX_ROUNDS) {
                say(hub);
                say(hub);
                awaitIdle(hub);
                rounds.incrementAndGet();
            }
        } catch (UncheckedIOException _) {
            // What was under way just then may have been accepted or not.
        }
    }

    /** What nobody has said before. */
    void say(Hub hub) {
        var words = "slowly " + session + " " + ++said;
        var reply =
                hub.post(
                        "/api/sessions/" + session + "/messages",
                        Json.object().put("message", words));
        assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
        accepted.put(reply.text("messageId"), words);
    }

    void awaitIdle(Hub hub) {
        for (int poll = 0; poll < MAX_POLLS; poll++) {
            var state = hub.get("/api/sessions/" + session + "/state?wait=idle");
            if (!state.text("status").equals("streaming")) {
                return;
            }
        }
        throw new AssertionError(agent + " is not idle: " + history(hub));
    }

    /**
     * Looks for everything that was accepted: it is there once, and answered once, or it is told
     * why not.
     *
     * @return how the turns ended
     */
    List<String> audit(Hub hub) {
        var history = history(hub);
        var ends = new ArrayList<String>();
        for (var entry : history) {
            if (entry.path("role").asText().equals("user")) {
                assertThat(entry.path("turn").asText()).as(entry.toString()).isIn(ENDS);
            }
        }
        accepted.forEach((id, words) -> ends.add(end(history, id, words)));
        return ends;
    }

    private String end(List<JsonNode> history, String id, String words) {
        var found =
                history.stream()
                        .filter(entry -> entry.path("messageId").asText().equals(id))
                        .toList();
        assertThat(found).as("%s, said to %s", words, agent).hasSize(1);
        var turn = found.getFirst().path("turn").asText();
        var answers =
                history.stream()
                        .filter(entry -> entry.path("role").asText().equals("assistant"))
                        .filter(entry -> entry.path("content").asText().equals(words));
        assertThat(answers)
                .as("answers of %s to %s, %s: %s", agent, words, turn, history)
                .hasSize(turn.equals("done") ? 1 : 0);
        return turn;
    }

    private List<JsonNode> history(Hub hub) {
        var all = new ArrayList<JsonNode>();
        long after = 0;
        for (int before = -1; before < all.size(); ) {
            before = all.size();
            var page =
                    hub.get("/api/sessions/" + session + "/messages?limit=200&after=" + after)
                            .json()
                            .path("items");
            page.forEach(all::add);
            after = page.isEmpty() ? after : page.get(page.size() - 1).path("seq").asLong();
        }
        return all;
    }
}
