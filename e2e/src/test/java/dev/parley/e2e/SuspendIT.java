package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time in which nobody watched counts for nobody. */
final class SuspendIT {
    private static final Duration ACK = Duration.ofSeconds(6);
    private static final Duration SUSPENDED = Duration.ofSeconds(9);

    @TempDir Path folder;

    @Test
    void nothingIsOverdueBecauseTheHubWasSuspended() throws Exception {
        var patience = Long.toString(ACK.toSeconds());
        try (var hub = Hub.on(folder).with("acks.patience-seconds", patience).start()) {
            var run = "/api/runs/" + Conversation.on(hub).run().value();
            var message = Json.object().put("message_id", "m1").put("to_agent", "bob");
            message.put("kind", "message").put("requires_ack", true);
            assertThat(hub.post(run + "/messages", message).status()).isEqualTo(201);
            hub.post("/api/agents/bob/instances/a/heartbeat", Json.object());
            assertThat(hub.post(run + "/pull", pull()).json().path("messages")).hasSize(1);

            signal(hub, "STOP");
            Thread.sleep(SUSPENDED);
            signal(hub, "CONT");

            var then = hub.post(run + "/pull", pull()).json();
            assertThat(then.path("redelivered")).isEmpty();
            var later = hub.post(run + "/pull", pull().put("wait", 20)).json();
            assertThat(later.path("redelivered")).hasSize(1);
            var receipts = hub.get(run + "/messages/m1/receipts").json();
            assertThat(receipts.at("/items/0/state").asText()).isEqualTo("delivered");
        }
    }

    private static ObjectNode pull() {
        return Json.object().put("agent_id", "bob");
    }

    private static void signal(Hub hub, String name) throws Exception {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(hub.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
