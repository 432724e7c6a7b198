package dev.parley.bench.session;

import dev.parley.bench.http.Connection;
import dev.parley.bench.http.Load;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** One session, spoken to over connections of its own. */
record Conversation(Connection messages, Connection state) implements Load.Sender {
    private static final String AT = "/api/sessions";

    static Conversation open(URI hub, String token, String agent) throws IOException {
        try (var sessions = new Connection(hub, AT, token)) {
            var made = sessions.post("{\"agent\":\"" + agent + "\"}", 201);
            var id =
                    Json.parseTrusted(new String(made, StandardCharsets.UTF_8))
                            .required("sessionId")
                            .asText();
            return new Conversation(
                    new Connection(hub, AT + "/" + id + "/messages", token),
                    new Connection(hub, AT + "/" + id + "/state", token));
        }
    }

    /** Says something, and waits until it is answered. */
    @Override
    public void send() throws IOException {
        messages.post("{\"message\":\"hello\"}", 201);
        var now = new String(state.get("?wait=idle"), StandardCharsets.UTF_8);
        if (!Json.parseTrusted(now).required("status").asText().equals("idle")) {
            throw new IOException("the agent does not answer: " + now);
        }
    }

    @Override
    public void close() throws IOException {
        messages.close();
        state.close();
    }
}
