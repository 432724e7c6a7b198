package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Act;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Problem;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which kinds a run takes. */
class KindsTest {
    private static TestParley parley;
    private static Caller alice;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"managed", "tree"})
    void aKindThatNobodyKnowsIsRefusedWhereTheProtocolMatters(String protocol) {
        var run = run(protocol);
        alice.post("/api/runs/" + run + "/messages", "{\"to\":\"bob\",\"kind\":\"gossip\"}")
                .expect(Problem.UNKNOWN_KIND);
        assertThat(alice.get("/api/runs/" + run + "/messages").elements("items")).isEmpty();
    }

    @Test
    void anOpenRunKeepsAnUnknownKindAsSaying() {
        var run = run("open");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"gossip\"}");
        var items = alice.get("/api/runs/" + run + "/messages");
        assertThat(items.all("items", "kind")).containsExactly("gossip");
        assertThat(items.all("items", "act")).containsExactly("say");
    }

    @ParameterizedTest
    @MethodSource
    void whatTheHubWritesItselfNobodyElseMay(String kind, String protocol) {
        alice.post(
                        "/api/runs/" + run(protocol) + "/messages",
                        "{\"to\":\"bob\",\"kind\":\"" + kind + "\"}")
                .expect(Problem.FORBIDDEN);
    }

    static Stream<Arguments> whatTheHubWritesItselfNobodyElseMay() {
        return Kinds.standard().all().stream()
                .filter(kind -> kind.act() == Act.SYSTEM)
                .flatMap(
                        kind ->
                                Stream.of("managed", "tree", "open")
                                        .map(protocol -> Arguments.of(kind.name(), protocol)));
    }

    @Test
    void anAckMustSayWhatItAcks() {
        alice.post("/api/runs/" + run("open") + "/messages", "{\"to\":\"bob\",\"kind\":\"ack\"}")
                .expect(Problem.BAD_VALUE);
    }

    private static String run(String protocol) {
        return alice.run(
                "{\"protocol\":\""
                        + protocol
                        + "\",\"participants\":{\"manager\":\"alice\",\"worker\":\"bob\"}}");
    }
}
