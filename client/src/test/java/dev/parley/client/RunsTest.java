package dev.parley.client;

import static dev.parley.client.ScriptedPeer.drop;
import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunsTest {
    private static final RunId RUN = new RunId("run_1");
    private static final String RUN_JSON =
            """
            {"run_id":"run_1","session_id":"ses_1","status":"running","protocol":"managed",
             "participants":{"manager":"alice"},"created_at":1700000000.123,"last_seq":4}""";
    private static final String MESSAGE =
            """
            {"message_id":"msg_9","run_id":"run_1","session_id":"ses_1","thread_id":"thr_1",
             "seq":9,"from_agent":"Agent B","sender":"agent:Agent B","to_agent":"user",
             "kind":"message","act":"say","summary":"hi","payload":{},"parts":[],
             "visibility":"user_visible","priority":"normal","requires_ack":false,
             "expects_reply":false,"created_at":1700000000.5,"source":"agent",
             "trace":{"trace_id":"t","hop_count":0,"origin":"user"}}""";

    @Test
    void aRunIsOpenedOnceHoweverOftenTheConnectionBreaks() {
        try (var peer = new ScriptedPeer(drop(), json(201, RUN_JSON));
                var client = peer.client()) {
            var run =
                    client.runs()
                            .create(
                                    NewRun.of(RunProtocol.MANAGED)
                                            .with("manager", new AgentName("alice")));

            assertThat(run.runId()).isEqualTo(RUN);
            assertThat(run.participants()).isEqualTo(Map.of("manager", "alice"));
            assertThat(run.createdAt()).contains(Instant.ofEpochMilli(1_700_000_000_123L));
            assertThat(run.lastSeq()).hasValue(4);
            assertThat(peer.asked().stream().map(ScriptedPeer.Asked::key).distinct()).hasSize(1);
            assertThat(peer.asked().getFirst().key()).isNotBlank();
            assertThat(peer.asked().getFirst().body())
                    .isEqualTo(
                            "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
        }
    }

    @Test
    void listsAreReadPageByPage() {
        try (var peer =
                        new ScriptedPeer(
                                json(200, "{\"items\":[" + RUN_JSON + "],\"next\":\"a b\"}"),
                                json(200, "{\"items\":[],\"next\":null}"));
                var client = peer.client()) {
            var first = client.runs().list(1);
            var second = client.runs().list(1, first.next().orElseThrow());

            assertThat(first.items()).hasSize(1);
            assertThat(second).isEqualTo(new Page<>(List.of(), Optional.empty()));
            assertThat(peer.asked().getLast().target()).isEqualTo("/api/runs?limit=1&after=a%20b");
        }
    }

    @Test
    void theLogIsReadFromAPlaceAndWaitedForAtTheHub() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        200,
                                        "{\"items\":["
                                                + MESSAGE
                                                + "],\"next\":null,\"epoch\":\"e1\"}"),
                                json(200, "{\"items\":[],\"next\":null,\"epoch\":\"e1\"}"));
                var client = peer.client()) {
            var page = client.messages().after(RUN, 8, 50, Duration.ofMillis(1500));
            var empty = client.messages().after(RUN, 9, 50, Duration.ofHours(1));

            assertThat(page.messages()).extracting(m -> m.summary()).containsExactly("hi");
            assertThat(page.cursor(8)).isEqualTo(9);
            assertThat(empty.cursor(9)).isEqualTo(9);
            assertThat(page.epoch()).isEqualTo("e1");
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .containsExactly(
                            "/api/runs/run_1/messages?after=8&limit=50&wait=2",
                            "/api/runs/run_1/messages?after=9&limit=50&wait=55");
        }
    }

    @Test
    void anAgentPullsFromWhereItGotToAndAcks() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        200,
                                        "{\"messages\":["
                                                + MESSAGE
                                                + "],\"redelivered\":[],\"cursor\":9}"),
                                json(200, "{\"message_id\":\"msg_9\",\"state\":\"acked\"}"));
                var client = peer.client()) {
            var agent = new AgentName("Ägent Ω");
            var pulled = client.messages().pull(RUN, agent, 3, 20, Duration.ZERO);
            var acked = client.messages().ack(RUN, agent, pulled.messages().getFirst().messageId());

            assertThat(pulled.cursor()).isEqualTo(9);
            assertThat(acked.messageId()).isEqualTo(new MessageId("msg_9"));
            assertThat(peer.asked().getFirst().body())
                    .isEqualTo(
                            "{\"agent_id\":\"Ägent Ω\",\"max_items\":20,\"after\":3,\"wait\":0}");
        }
    }

    @Test
    void placesAreSentBackWithTheEpochTheyBelongTo() {
        var page = "{\"items\":[],\"next\":null,\"epoch\":\"ep_1\"}";
        try (var peer = new ScriptedPeer(json(200, page), json(200, page));
                var client = peer.client()) {
            client.messages().after(RUN, 0, 10, Duration.ZERO);
            client.messages().after(RUN, 7, 10, Duration.ZERO);

            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .first()
                    .asString()
                    .doesNotContain("epoch");
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .last()
                    .asString()
                    .contains("after=7", "epoch=ep_1");
        }
    }
}
