package dev.parley.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServedToolTest {
    @Test
    void whoeverWaitsForLeaveIsToldHowToLearnOfIt() {
        var refused =
                new ParleyException(
                        Problem.APPROVAL_PENDING, "later", Map.of("question_id", "run_1.7"));
        var advised = ServedTool.advised(refused);
        assertThat(advised.detail())
                .isEqualTo("later; ask_user with just its question_id run_1.7 waits and tells");
        assertThat(advised.extras()).isEqualTo(refused.extras());
    }

    @Test
    void otherRefusalsStayAsTheyAre() {
        var refused = new ParleyException(Problem.TOOL_FAILED, "no");
        assertThat(ServedTool.advised(refused)).isSameAs(refused);
    }
}
