package dev.parley.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.cli.Shell;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** A hub on which the story is played as fast as can be, and Ann, who watches it. */
final class Theatre implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(45);

    private final TestParley parley;
    private final TestClock clock;
    private final Caller ann;
    private final StringWriter terminal = new StringWriter();
    private final Demo demo;

    /**
     * @param rest between one story and the next
     */
    Theatre(TestParley parley, TestClock clock, Duration rest) {
        this.parley = parley;
        this.clock = clock;
        this.ann = parley.person("ann");
        demo =
                Demo.start(
                        URI.create(parley.url()),
                        parley.owner().token(),
                        new Pace(Duration.ZERO, PATIENCE, rest),
                        clock,
                        shell());
    }

    /** A hub for it. */
    static TestParley hub(TestClock clock) {
        return TestParley.with("http.port", "0").file(DemoFolder.configuration()).at(clock).start();
    }

    private Shell shell() {
        return new Shell(
                new ByteArrayInputStream(new byte[0]),
                new PrintWriter(terminal),
                new PrintWriter(terminal),
                Map.of(),
                Path.of("nowhere"),
                ZoneOffset.UTC,
                data -> {
                    throw new AssertionError("a hub was started on " + data);
                },
                false,
                false);
    }

    Caller ann() {
        return ann;
    }

    TestParley parley() {
        return parley;
    }

    /** What was told in the terminal. */
    String told() {
        return terminal.toString();
    }

    /** The next question of this kind, once it is asked. */
    JsonNode question(String kind) {
        while (true) {
            for (var open : ann.get("/api/questions?wait=5").expect(200).elements("items")) {
                if (open.path("kind").asText().equals(kind)) {
                    return open;
                }
            }
        }
    }

    void answer(JsonNode question, String json) {
        var id = question.path("question_id").asText();
        ann.post("/api/questions/" + id + "/answer", json).expect(201);
    }

    /** So much time passes without anybody's answer. */
    void nobodyAnswers() {
        clock.advance(PATIENCE.plusSeconds(1));
        parley.lookAfterReplies();
    }

    /** The log of a run once it has ended. */
    List<JsonNode> untilTheEnd(String run) {
        while (true) {
            var log = log(run);
            var state = ann.get("/api/runs/" + run).expect(200).text("status");
            if (!List.of("running", "waiting").contains(state)) {
                return log(run);
            }
            ann.get("/api/runs/" + run + "/messages?wait=5&after=" + log.size()).expect(200);
        }
    }

    /** The log of a run until somebody has sent something of this kind after a place. */
    JsonNode await(String run, String kind, long after) {
        while (true) {
            var log = log(run);
            for (var message : log) {
                boolean isLater = message.path("seq").asLong() > after;
                if (isLater && message.path("kind").asText().equals(kind)) {
                    return message;
                }
            }
            ann.get("/api/runs/" + run + "/messages?wait=5&after=" + log.size()).expect(200);
        }
    }

    List<JsonNode> log(String run) {
        return ann.get("/api/runs/" + run + "/messages?limit=500").expect(200).elements("items");
    }

    /** Who sent what to whom. */
    static String line(JsonNode message) {
        return "%s → %s %s"
                .formatted(
                        message.path("from_agent").asText(),
                        message.path("to_agent").asText(),
                        message.path("kind").asText());
    }

    @Override
    public void close() {
        demo.close();
    }
}
