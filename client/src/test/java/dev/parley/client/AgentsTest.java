package dev.parley.client;

import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentsTest {
    @Test
    void everyPageOfAgentsIsRead() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        200,
                                        """
                                        {"items":[{"agent":"Agent B","capabilities":["pcb"],
                                         "parent":"lead","instances_online":1,"state":"busy",
                                         "seen_seconds_ago":4}],"next":"more"}"""),
                                json(200, "{\"items\":[{\"agent\":\"lead\"}],\"next\":null}"));
                var client = peer.client()) {
            var agents = client.agents().list();

            assertThat(agents).extracting(AgentView::name).containsExactly("Agent B", "lead");
            assertThat(agents.getFirst().capabilities()).containsExactly("pcb");
            assertThat(agents.getFirst().lastSeen()).contains(Duration.ofSeconds(4));
            assertThat(agents.getLast().state()).isEmpty();
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .containsExactly("/api/agents?limit=500", "/api/agents?limit=500&after=more");
        }
    }
}
