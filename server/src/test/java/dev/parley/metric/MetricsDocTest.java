package dev.parley.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.host.ModelReply;
import dev.parley.host.ScriptedModel;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** docs/metrics.md lists what is measured, no more and no less. */
@Timeout(30)
class MetricsDocTest {
    private static final Path PAGE = Path.of("..", "docs", "metrics.md");
    private static final Pattern LISTED =
            Pattern.compile("^\\| `(parley_\\w+)` \\| (\\w+) ", Pattern.MULTILINE);
    private static final Pattern SHOWN =
            Pattern.compile("^# TYPE (parley_\\w+) (\\w+)$", Pattern.MULTILINE);

    @Test
    void thePageListsExactlyTheNamesAndTypesThatAreShown() throws IOException {
        var listed = find(LISTED, Files.readString(PAGE));
        try (var model = ScriptedModel.start(_ -> ModelReply.say("hello"));
                var parley =
                        TestParley.with("guards.internal-loop", "1").file(with(model)).start()) {
            var owner = parley.owner();
            speak(owner);
            owner.get("/api/runs/none").expect(Problem.UNKNOWN_RUN);
            trip(parley.agent("alice"));
            // A request is measured when it has ended, a moment after its answer was seen.
            var shown = find(SHOWN, owner.get("/metrics").expect(200).text());
            while (!shown.contains("parley_http_requests_seconds histogram")) {
                LockSupport.parkNanos(1_000_000);
                shown = find(SHOWN, owner.get("/metrics").expect(200).text());
            }
            assertThat(shown).isEqualTo(listed);
        }
    }

    private static String with(ScriptedModel model) {
        return """
               models: {local: {api: openai, base-url: "%s/v1", api-key: "%s"}}
               agents: {thinker: {host: llm, model: "local:any"}}
               """
                .formatted(model.url(), ScriptedModel.KEY);
    }

    private static void speak(Caller owner) {
        var session = owner.post("/api/sessions", "{\"agent\":\"thinker\"}").expect(201);
        var at = "/api/sessions/" + session.text("sessionId");
        owner.post(at + "/messages", "{\"message\":\"hello\"}").expect(201);
        owner.get(at + "/state?wait=idle").expect(200);
    }

    /** Talks to another agent once too often. */
    private static void trip(Caller alice) {
        var run =
                alice.run(
                        """
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
        var check = "{\"to\":\"worker\",\"kind\":\"status_check\"}";
        alice.say(run, check);
        alice.post("/api/runs/" + run + "/messages", check).expect(Problem.INTERNAL_LOOP);
    }

    /** Names and types; the largest of a histogram belongs to it. */
    private static Set<String> find(Pattern pattern, String text) {
        var found = new TreeSet<String>();
        var matcher = pattern.matcher(text);
        while (matcher.find()) {
            if (!matcher.group(1).endsWith("_max")) {
                found.add(matcher.group(1) + ' ' + matcher.group(2));
            }
        }
        return found;
    }
}
