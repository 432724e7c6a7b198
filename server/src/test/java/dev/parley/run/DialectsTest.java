package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A message may be sent in any of the three formats and read in any of them. */
class DialectsTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static String messages;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        messages = "/api/runs/" + alice.run("{}") + "/messages";
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void anEnvelopeComesBackFieldByField() {
        alice.post(
                        messages,
                        """
                        {"message_id":"env","to_agent":"bob","kind":"intent_brief",
                         "summary":"s","payload":{"n":1.50,"deep":[{"x":null}]},
                         "visibility":"internal","priority":"high","requires_ack":true,
                         "correlation_id":"c1","deadline_at":1900000000.125}
                        """)
                .expect(201);
        var read = alice.get(messages + "/env").expect(200).json();
        assertThat(read.get("payload").toString())
                .isEqualTo("{\"n\":1.50,\"deep\":[{\"x\":null}]}");
        assertThat(read.get("priority").asText()).isEqualTo("high");
        assertThat(read.get("requires_ack").asBoolean()).isTrue();
        assertThat(read.get("expects_reply").asBoolean()).isTrue();
        assertThat(read.get("correlation_id").asText()).isEqualTo("c1");
        assertThat(read.get("deadline_at").asText()).isEqualTo("1900000000.125");
        assertThat(read.get("act").asText()).isEqualTo("assign");
        assertThat(read.get("trace").get("trace_id").asText()).isEqualTo("env");
    }

    @Test
    void aDelegateIsAMessageAndReadsBackVerbatim() {
        var sent =
                Json.parseObject(
                        """
                        {"type":"DELEGATE","from":"alice","to":"bob","task":"build it",
                         "context":{"why":"because"},"message_id":"del","requires_response":true}
                        """);
        alice.post(messages, sent.toString()).expect(201);
        assertThat(alice.get(messages + "/del?format=protocol").json()).isEqualTo(sent);
        var envelope = alice.get(messages + "/del");
        assertThat(envelope.text("kind")).isEqualTo("DELEGATE");
        assertThat(envelope.text("summary")).isEqualTo("build it");
        bob.post(
                        messages,
                        """
                        {"type":"REPORT","from":"bob","to":"alice","result":"done",
                         "status":"completed","message_id":"rep","in_response_to":"del"}
                        """)
                .expect(201);
        assertThat(alice.get(messages + "/rep").text("parent_id")).isEqualTo("del");
        bob.post(
                        messages,
                        "{\"type\":\"REPORT\",\"to\":\"alice\",\"result\":\"x\",\"status\":\"completed\"}")
                .expect(Problem.BAD_VALUE);
    }

    @Test
    void aDirectEventIsAMessageAndReadsBackAsOne() {
        alice.post(
                        messages,
                        """
                        {"event_type":"message.to.bob","data":{"from_agent":"alice",
                         "to_agent":"bob","message_id":"ev",
                         "message":{"parts":[{"type":"text","content":"hi bob"}]},
                         "timestamp":"2026-03-01T12:00:00Z"}}
                        """)
                .expect(201);
        var event = alice.get(messages + "/ev?format=event").json();
        assertThat(event.get("event_type").asText()).isEqualTo("message.to.bob");
        assertThat(event.at("/data/message/parts/0/content").asText()).isEqualTo("hi bob");
        assertThat(event.at("/data/from_agent").asText()).isEqualTo("alice");
        assertThat(alice.get(messages + "/ev").text("summary")).isEqualTo("hi bob");
    }

    @Test
    void aWholeLogIsReadInAnyFormat() {
        alice.post(messages, "{\"message_id\":\"any\",\"to\":\"bob\",\"summary\":\"x\"}")
                .expect(201);
        for (var format : Format.values()) {
            var name = Wire.name(format);
            assertThat(alice.get(messages + "?format=" + name).expect(200).elements("items"))
                    .isNotEmpty();
        }
        alice.get(messages + "?format=xml").expect(Problem.BAD_VALUE);
        alice.get(messages + "/any?format=").expect(Problem.BAD_VALUE);
    }
}
