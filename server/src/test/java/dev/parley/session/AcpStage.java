package dev.parley.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A hub whose agent {@code coder} speaks ACP: {@code acp_agent.py}, a real process. */
final class AcpStage implements AutoCloseable {
    private final Path folder;
    private TestParley parley;
    private Caller ann;

    private AcpStage(Path folder, TestParley parley) {
        this.folder = folder;
        this.parley = parley;
        this.ann = parley.person("ann");
    }

    /**
     * Starts it.
     *
     * @param mode what the agent can do and cannot
     * @param more further keys of the agent
     */
    static AcpStage start(Path folder, String mode, String... more) {
        var script = folder.resolve("acp_agent.py");
        try (var in = AcpStage.class.getResourceAsStream("acp_agent.py")) {
            Files.write(script, Objects.requireNonNull(in).readAllBytes());
            Files.createFile(folder.resolve("frames"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var file =
                """
                sessions: {roots: /, agents-by-api: true}
                agents:
                  coder:
                    host: acp
                    command: python3
                    args: ["%s"]
                    env: {FRAMES: "%s", MODE: "%s"}
                """
                        .formatted(script, folder.resolve("frames"), mode);
        for (var key : more) {
            file += "    " + key + "\n";
        }
        var parley = TestParley.with("streams.max", "100").file(file);
        return new AcpStage(folder, parley.start());
    }

    TestParley parley() {
        return parley;
    }

    Caller ann() {
        return ann;
    }

    /** The same hub after a restart. */
    void restart() {
        parley = parley.restarted();
        ann = parley.bearer(ann.token());
    }

    String open() {
        return open("{\"agent\":\"coder\",\"cwd\":\"" + folder + "\"}");
    }

    String open(String body) {
        return ann.post("/api/sessions", body).expect(201).text("sessionId");
    }

    /** Says something, and gives how the session stands once that is over. */
    JsonNode say(String session, String words) {
        tell(session, words);
        return idle(session);
    }

    void tell(String session, String words) {
        ann.post("/api/sessions/" + session + "/messages", "{\"message\":\"" + words + "\"}")
                .expect(201);
    }

    JsonNode idle(String session) {
        return ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200).json();
    }

    /** What was said last; the session must be well. */
    static String words(JsonNode state) {
        return state.path("status").asText().equals("idle")
                ? state.at("/lastMessage/content").asText()
                : state.toString();
    }

    /** What stands in a session's log of these kinds, in order. */
    List<JsonNode> log(String session, String... kinds) {
        var run = ann.get("/api/sessions/" + session).expect(200).text("runId");
        var found = new ArrayList<JsonNode>();
        for (long after = 0, last = -1; after != last; ) {
            last = after;
            var at = "/api/runs/" + run + "/messages?limit=500&after=" + after;
            for (var line : ann.get(at).expect(200).elements("items")) {
                after = line.path("seq").asLong();
                if (List.of(kinds).contains(line.path("kind").asText())) {
                    found.add(line);
                }
            }
        }
        return found;
    }

    /** The params of what the agent was sent by this method. */
    List<JsonNode> sent(String method) {
        return frames().stream()
                .filter(frame -> frame.path("method").asText().equals(method))
                .map(frame -> frame.path("params"))
                .toList();
    }

    /** Whole ones: the agent may be writing the next. */
    List<JsonNode> frames() {
        try {
            var written = Files.readString(folder.resolve("frames"));
            return written.substring(0, written.lastIndexOf('\n') + 1)
                    .lines()
                    .<JsonNode>map(Json::parseTrusted)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the agent has had so many messages by this method. */
    void await(String method, int times) {
        while (sent(method).size() < times) {
            if (Thread.interrupted()) {
                throw new AssertionError(method + " did not come " + times + " times");
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        parley.close();
    }
}
