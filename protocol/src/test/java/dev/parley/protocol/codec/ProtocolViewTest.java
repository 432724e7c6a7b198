package dev.parley.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How messages of other kinds read in the protocol format. */
class ProtocolViewTest {
    @Test
    void anIntentBriefReadsAsADelegate() {
        assertThat(view("{\"payload\":{\"objective\":\"route\",\"layers\":2.0}}"))
                .isEqualTo(
                        """
                        {"type":"DELEGATE","from":"manager","to":"specialist:pcb",\
                        "task":"Route the board","context":{"objective":"route","layers":2.0},\
                        "message_id":"msg_1","requires_response":true}""");
    }

    @Test
    void aDelegateWithoutContextHasAnEmptyOne() {
        assertThat(view("{\"kind\":\"DELEGATE\",\"payload\":{\"task\":\"Go\"}}"))
                .contains("\"task\":\"Go\",\"context\":{},\"message_id\"");
    }

    @Test
    void aResultBundleReadsAsACompletedReport() {
        assertThat(view("{\"kind\":\"result_bundle\",\"act\":\"result\",\"payload\":{}}"))
                .isEqualTo(
                        """
                        {"type":"REPORT","from":"manager","to":"specialist:pcb",\
                        "result":"Route the board","status":"completed",\
                        "message_id":"msg_1","in_response_to":"msg_0"}""");
        assertThat(view("{\"act\":\"result\",\"payload\":{\"result\":[1],\"status\":\"partial\"}}"))
                .contains("\"result\":[1],\"status\":\"partial\"");
        assertThat(view("{\"act\":\"result\",\"parent_id\":null}"))
                .endsWith("\"in_response_to\":null}");
    }

    @Test
    void aClarificationReadsAsQueryAndAnswer() {
        assertThat(view("{\"kind\":\"clarification_request\",\"act\":\"ask\"}"))
                .isEqualTo(
                        """
                        {"type":"QUERY","from":"manager","to":"specialist:pcb",\
                        "question":"Route the board","message_id":"msg_1","requires_response":true}""");
        assertThat(view("{\"kind\":\"clarification_reply\",\"act\":\"answer\"}"))
                .isEqualTo(
                        """
                        {"type":"ANSWER","from":"manager","to":"specialist:pcb",\
                        "answer":"Route the board","message_id":"msg_1","in_response_to":"msg_0"}""");
    }

    @Test
    void aQuestionToTheUserAlwaysHasItsContext() {
        assertThat(view("{\"act\":\"ask_user\",\"payload\":{\"question\":\"Where?\"}}"))
                .isEqualTo(
                        """
                        {"type":"REQUEST_USER_INPUT","from":"manager","question":"Where?",\
                        "context":"","message_id":"msg_1","awaiting_response":true}""");
    }

    @Test
    void anythingElseKeepsItsKindAsItsType() {
        assertThat(view("{\"kind\":\"blocker\",\"act\":\"blocked\",\"payload\":{\"why\":1}}"))
                .isEqualTo(
                        """
                        {"type":"blocker","from":"manager","to":"specialist:pcb",\
                        "summary":"Route the board","payload":{"why":1},\
                        "parts":[{"type":"text","content":"Route it","lang":"en"}],\
                        "message_id":"msg_1","in_response_to":"msg_0"}""");
        assertThat(view("{\"act\":\"say\",\"parts\":null,\"parent_id\":null}"))
                .endsWith("\"message_id\":\"msg_1\"}")
                .doesNotContain("parts");
    }

    private static String view(String changes) {
        return Json.write(ProtocolObjects.write(Examples.messageWith(changes)));
    }
}
