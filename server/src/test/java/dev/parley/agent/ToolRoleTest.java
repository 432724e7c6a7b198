package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolRoleTest {
    @Test
    void theNarrowestRoleCounts() {
        assertThat(ToolRole.narrowest(Set.of(ToolRole.WORKER, ToolRole.MANAGER)))
                .contains(ToolRole.MANAGER);
        assertThat(ToolRole.narrowest(Set.of(ToolRole.WORKER, ToolRole.OBSERVER)))
                .contains(ToolRole.OBSERVER);
        assertThat(ToolRole.narrowest(Set.of(ToolRole.WORKER))).contains(ToolRole.WORKER);
        assertThat(ToolRole.narrowest(Set.of())).isEmpty();
    }

    @Test
    void anAgentIsToldHowFarItsToolsReachInARun() {
        try (var parley = TestParley.start()) {
            var ann = parley.person("ann");
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var managed =
                    alice.run(
                            """
                            {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
            var open = alice.run("{}");
            assertThat(toolRole(alice, managed)).isEqualTo("manager");
            assertThat(toolRole(alice, open)).isEqualTo("worker");
            assertThat(toolRole(bob, managed)).isEqualTo("worker");
            ann.put("/api/agents/bob", "{\"tool_role\":\"observer\"}").expect(201);
            assertThat(toolRole(bob, managed)).isEqualTo("observer");
            assertThat(ann.get("/api/runs/" + managed).json().has("tool_role")).isFalse();
        }
    }

    private static String toolRole(Caller agent, String run) {
        return agent.get("/api/runs/" + run).text("tool_role");
    }
}
