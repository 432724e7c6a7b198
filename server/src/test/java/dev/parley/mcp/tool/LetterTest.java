package dev.parley.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.Test;

/** How a model reads a message. */
final class LetterTest {
    @Test
    void theWordsAreSaidOnceAndWhatIsNotThereIsLeftOut() {
        var letter =
                Letter.of(
                        Json.parse(
                                """
                                {"message_id":"m","run_id":"r","from_agent":"bob","to_agent":"alice",
                                 "kind":"QUERY","summary":"Which port?","payload":{"question":"Which\\nport?"},
                                 "expects_reply":true,"requires_ack":false,"parent_id":null,"seq":4}
                                """));
        assertThat(letter)
                .isEqualTo(
                        Json.parse(
                                """
                                {"message_id":"m","run_id":"r","from_agent":"bob","to_agent":"alice",
                                 "kind":"QUERY","text":"Which\\nport?","expects_reply":true}
                                """));
    }

    @Test
    void whatIsNoTextIsKeptBesideIt() {
        var letter =
                Letter.of(
                        Json.parse(
                                """
                                {"message_id":"m","run_id":"r","from_agent":"system","to_agent":"alice",
                                 "kind":"message","summary":"hi","payload":{"n":1},
                                 "parts":[{"type":"text","content":"hi"},{"type":"data","content":{"a":1}}]}
                                """));
        assertThat(letter.path("text").asText()).isEqualTo("hi");
        assertThat(letter.path("automatic").asBoolean()).isTrue();
        assertThat(letter.at("/parts/0/type").asText()).isEqualTo("data");
        assertThat(letter.at("/payload/n").asInt()).isEqualTo(1);
    }
}
