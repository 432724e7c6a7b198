package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who speaks is decided by the credential; the body may only agree. */
class SpeakerTest {
    private static TestParley parley;
    private static Caller alice;
    private static String run;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        run =
                alice.run(
                        """
                        {"protocol":"managed",
                         "participants":{"manager":"alice","worker":"bob"}}
                        """);
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void anAgentIsShownByTheRoleItHolds() {
        var sent = sent(alice, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        assertThat(sent.path("from_agent").asText()).isEqualTo("manager");
        assertThat(sent.path("sender").asText()).isEqualTo("agent:alice");
        assertThat(sent.path("source").asText()).isEqualTo("agent");
    }

    @Test
    void anAgentMayCallItselfByRoleOrByName() {
        for (var name : List.of("manager", "alice")) {
            var sent =
                    sent(
                            alice,
                            "{\"from\":\"" + name + "\",\"to\":\"worker\",\"kind\":\"cancel\"}");
            assertThat(sent.path("from_agent").asText()).isEqualTo("manager");
        }
    }

    @Test
    void nobodyMaySpeakAsAnother() {
        for (var field : List.of("from", "from_agent", "fromAgent")) {
            for (var other : List.of("worker", "bob", "user", "system", "carol")) {
                alice.post(
                                "/api/runs/" + run + "/messages",
                                "{\"" + field + "\":\"" + other + "\",\"to\":\"worker\"}")
                        .expect(Problem.SENDER_MISMATCH);
            }
        }
    }

    @Test
    void anAgentWhoseNameIsTheRoleOfAnotherCannotSpeakByIt() {
        var shared = alice.run("{\"participants\":{\"carol\":\"bob\"}}");
        var path = "/api/runs/" + shared + "/messages";
        parley.agent("carol").post(path, "{\"to\":\"alice\"}").expect(Problem.SENDER_MISMATCH);
        parley.agent("bob").post(path, "{\"to\":\"alice\"}").expect(201);
    }

    @Test
    void nobodySpeaksAsTheHubOrToIt() {
        for (var word : List.of("system", "broadcast")) {
            parley.owner()
                    .post(
                            "/api/runs/" + run + "/messages",
                            "{\"from\":\"" + word + "\",\"to\":\"worker\",\"kind\":\"cancel\"}")
                    .expect(Problem.SENDER_MISMATCH);
        }
        alice.post("/api/runs/" + run + "/messages", "{\"to\":\"system\",\"kind\":\"cancel\"}")
                .expect(Problem.BAD_VALUE);
    }

    @Test
    void peopleSendAsUser() {
        var sent = sent(parley.person("ann"), "{\"to\":\"manager\"}");
        assertThat(sent.path("from_agent").asText()).isEqualTo("user");
        assertThat(sent.path("sender").asText()).isEqualTo("person:ann");
        assertThat(sent.path("source").asText()).isEqualTo("user");
        parley.person("ann")
                .post("/api/runs/" + run + "/messages", "{\"from\":\"manager\",\"to\":\"worker\"}")
                .expect(Problem.SENDER_MISMATCH);
    }

    @Test
    void theOwnerMayActForAnyAgentAndTheLogTellsIt() {
        var sent =
                sent(
                        parley.owner(),
                        "{\"from\":\"bob\",\"to\":\"manager\",\"kind\":\"plan_update\"}");
        assertThat(sent.path("from_agent").asText()).isEqualTo("worker");
        assertThat(sent.path("sender").asText()).isEqualTo("owner:owner");
        assertThat(sent(parley.owner(), "{\"to\":\"manager\"}").path("from_agent").asText())
                .isEqualTo("user");
    }

    private static JsonNode sent(Caller sender, String json) {
        long seq = sender.say(run, json);
        return alice.get("/api/runs/" + run + "/messages?limit=1&after=" + (seq - 1))
                .elements("items")
                .getFirst();
    }
}
