package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Reply;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent that forks without end. It may have so many processes and no more, and the hub has
 * process ids of its own, all of which end with it: whatever becomes of the test, nothing is left.
 */
@Timeout(90)
final class ForkIT {
    private static final int MOST = 64;

    /** Takes in whoever has lost its parent, as the first process of a machine does. */
    private static final String INIT = "\"$@\" & wait $!";

    @TempDir Path folder;

    @BeforeEach
    void needed() {
        Ability.CONFINING.require();
    }

    @Test
    void itFailsInTimeNothingIsLeftOfItAndItsSessionGoesOn() throws IOException {
        var data = configured();
        var inside = Ability.processes();
        inside.addAll(List.of("sh", "-c", INIT, "init"));
        try (var hub = Hub.on(data).under(inside.toArray(String[]::new)).start()) {
            var programs = Marked.of(data);
            var session =
                    hub.post("/api/sessions", Json.object().put("agent", "forks"))
                            .text("sessionId");
            say(hub, session, "misbehave");
            while (programs.alive().size() < MOST / 2) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                LockSupport.parkNanos(1_000_000);
            }

            var failed = idle(hub, session);
            assertThat(failed.text("status")).as(failed.toString()).isEqualTo("error");
            assertThat(failed.text("error")).contains("it has not ended within 2 seconds");
            assertThat(programs.alive()).as("what is left of it").isEmpty();

            say(hub, session, "behave");
            var answered = idle(hub, session);
            assertThat(answered.json().at("/lastMessage/content").asText())
                    .as(answered.toString())
                    .isEqualTo("fine");
        }
    }

    /** Others' programs must be able to read the script, which is nobody's secret. */
    private Path configured() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var script = folder.resolve("forks.sh");
        try (var in = ForkIT.class.getResourceAsStream("forks.sh")) {
            assertThat(in).isNotNull();
            Files.copy(in, script);
        }
        var words =
                Stream.concat(Ability.few(MOST).stream(), Stream.of("sh", script.toString()))
                        .map(word -> "\"" + word + "\"")
                        .toList();
        var data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(
                data.resolve("parley.yaml"),
                "agents: {forks: {host: command, timeout: 2, command: "
                        + words.getFirst()
                        + ", args: ["
                        + String.join(", ", words.subList(1, words.size()))
                        + "]}}\n");
        return data;
    }

    private static void say(Hub hub, String session, String words) {
        var said =
                hub.post(
                        "/api/sessions/" + session + "/messages",
                        Json.object().put("message", words));
        assertThat(said.status()).as(said.toString()).isEqualTo(201);
    }

    private static Reply idle(Hub hub, String session) {
        return hub.get("/api/sessions/" + session + "/state?wait=idle");
    }
}
