package dev.parley.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Reply;
import dev.parley.protocol.codec.Json;

/** An agent with a token of its own, or a person, that speaks HTTP. */
record Actor(Hub hub, String name, String token) {
    static Actor agent(Hub hub, String name, String role) {
        var asked = Json.object().put("agent", name).put("role", role);
        return new Actor(hub, name, hub.post("/api/tokens", asked).text("token"));
    }

    static Actor agent(Hub hub, String name) {
        return agent(hub, name, "worker");
    }

    /** What the hub answers when all is well. */
    Reply post(String path, ObjectNode body) {
        var reply = hub.postAs(token, path, body);
        assertThat(reply.status()).as(reply.json().toString()).isBetween(200, 299);
        return reply;
    }

    /** Its message to a run; the answer is its id. */
    String send(String run, String to, String kind, String summary, String more) {
        var body = Json.parseTrusted(more).put("to_agent", to).put("kind", kind);
        return post("/api/runs/" + run + "/messages", body.put("summary", summary))
                .text("message_id");
    }

    String send(String run, String to, String kind, String summary) {
        return send(run, to, kind, summary, "{}");
    }
}
