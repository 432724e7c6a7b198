package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.ToolRole;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.server.Approval;
import dev.parley.tool.server.Reach;
import dev.parley.tool.server.ServerSpec;
import dev.parley.tool.server.ServerSpec.Rules;
import dev.parley.tool.server.Tool;
import dev.parley.tool.server.ToolClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
    private static final AgentName BOB = new AgentName("bob");

    @ParameterizedTest
    @CsvSource({
        "WORKER,  READ,     true",
        "WORKER,  STATUS,   true",
        "WORKER,  REPORT,   true",
        "WORKER,  MUTATING, true",
        "MANAGER, READ,     true",
        "MANAGER, STATUS,   true",
        "MANAGER, REPORT,   true",
        "MANAGER, MUTATING, false",
        "OBSERVER, READ,    false",
        "OBSERVER, MUTATING, false",
    })
    void eachRoleUsesWhatItsTableSays(ToolRole role, ToolClass kind, boolean isAllowed) {
        var handling = spec(new Rules(kind, null, null, null), false).handling("t", null);
        assertThat(new Policy(Map.of()).objection(BOB, Optional.of(role), "s__t", handling))
                .matches(objection -> objection.isEmpty() == isAllowed);
    }

    @Test
    void whatNobodyHasClassifiedCountsAsMutatingAndHintsCountOnlyWhereTheyAreTrusted() {
        var hinted = new Tool("t", null, "", Json.object(), null, true);
        assertThat(spec(Rules.NONE, false).handling("t", hinted).kind())
                .isEqualTo(ToolClass.MUTATING);
        assertThat(spec(Rules.NONE, false).handling("t", hinted).isClassified()).isFalse();
        assertThat(spec(Rules.NONE, true).handling("t", hinted).kind()).isEqualTo(ToolClass.READ);
        var said = new Rules(ToolClass.MUTATING, Approval.MUTATING, null, null);
        assertThat(spec(said, true).handling("t", hinted).kind()).isEqualTo(ToolClass.MUTATING);
        assertThat(spec(said, true).handling("t", hinted).needsApproval()).isTrue();
    }

    @Test
    void anAgentsListNarrowsWhatItsRoleAllows() {
        var policy =
                new Policy(
                        Map.of("bob", new Policy.Narrowing(List.of("files__*"), List.of("*__rm"))));
        var handling = spec(Rules.NONE, false).handling("t", null);
        var worker = Optional.of(ToolRole.WORKER);
        assertThat(policy.objection(BOB, worker, "files__read", handling)).isEmpty();
        assertThat(policy.objection(BOB, worker, "files__rm", handling)).isPresent();
        assertThat(policy.objection(BOB, worker, "web__get", handling)).isPresent();
        assertThat(policy.objection(new AgentName("eve"), worker, "web__get", handling)).isEmpty();
    }

    private static ServerSpec spec(Rules rules, boolean trustHints) {
        return new ServerSpec(
                "s",
                new Reach.Stdio("x", List.of(), Map.of(), null),
                rules,
                Map.of(),
                trustHints,
                Set.of(Space.DEFAULT));
    }
}
