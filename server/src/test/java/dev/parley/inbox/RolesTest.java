package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Roles are names within a run: whoever holds one is reached by it and known by it. */
class RolesTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller carol;
    private String run;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        carol = parley.agent("Agent C");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        run =
                alice.run(
                        """
                        {"protocol":"managed","participants":
                         {"manager":"alice","worker":"bob","specialist:tester":"Agent C","specialist:second":"bob"}}
                        """);
    }

    @Test
    void aRoleReachesWhoeverHoldsIt() {
        alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"status_check\"}");
        alice.say(run, "{\"to\":\"Agent C\",\"kind\":\"status_check\"}");
        assertThat(pulled(bob)).containsExactly(1L, 2L);
        assertThat(pulled(carol)).containsExactly(3L);
    }

    @Test
    void anInboxIsAskedForByRoleOrByName() {
        alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        for (var name : List.of("worker", "bob", "specialist:second")) {
            var body = "{\"after\":0,\"agent_id\":\"" + name + "\"}";
            assertThat(bob.post("/api/runs/" + run + "/pull", body).expect(200).seqs("messages"))
                    .containsExactly(1L);
        }
        bob.post("/api/runs/" + run + "/pull", "{\"agent_id\":\"manager\"}")
                .expect(Problem.SENDER_MISMATCH);
    }

    @Test
    void anAckIsSaidByRoleOrByName() {
        alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\",\"message_id\":\"m1\"}");
        bob.post("/api/runs/" + run + "/ack", "{\"agent_id\":\"worker\",\"message_id\":\"m1\"}")
                .expect(200);
        assertThat(alice.get("/api/runs/" + run + "/messages?after=1").all("items", "to_agent"))
                .containsExactly("manager");
    }

    @Test
    void aBroadcastReachesEveryOtherOnceAndNotItsSender() {
        alice.say(run, "{\"to\":\"broadcast\",\"kind\":\"status_check\"}");
        assertThat(pulled(bob)).containsExactly(1L);
        assertThat(pulled(carol)).containsExactly(1L);
        assertThat(pulled(alice)).isEmpty();
    }

    @Test
    void aPersonsBroadcastReachesEveryAgent() {
        parley.person("ann").say(run, "{\"to\":\"broadcast\"}");
        assertThat(pulled(alice)).containsExactly(1L);
        assertThat(pulled(bob)).containsExactly(1L);
    }

    @Test
    void aBroadcastThatNeedsAcksIsPendingUntilAllHaveAcked() {
        alice.say(
                run,
                "{\"to\":\"broadcast\",\"kind\":\"status_check\",\"message_id\":\"m1\",\"requires_ack\":true}");
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        assertThat(alice.get("/api/runs/" + run).elements("pending_acks")).hasSize(1);
        carol.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        assertThat(alice.get("/api/runs/" + run).elements("pending_acks")).isEmpty();
    }

    private List<Long> pulled(Caller caller) {
        return caller.post("/api/runs/" + run + "/pull", "{}").expect(200).seqs("messages");
    }
}
