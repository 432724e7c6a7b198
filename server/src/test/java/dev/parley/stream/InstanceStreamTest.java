package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is pushed to an agent is pushed to one of its instances. */
@Timeout(30)
class InstanceStreamTest {
    private static final String EVENTS = "/api/agents/bob/events?after=0&instance=";

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String run;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        run = alice.run("{}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void instancesThatListenGetEachMessageOnceAndTheirOwnAlone() {
        try (var a = EventStream.open(bob, EVENTS + "a");
                var b = EventStream.open(bob, EVENTS + "b")) {
            for (int i = 0; i < 10; i++) {
                send("bob", "m" + i);
            }
            send("bob/a", "last-a");
            send("bob/b", "last-b");
            var all = new ArrayList<>(upTo(a, "last-a"));
            all.addAll(upTo(b, "last-b"));
            assertThat(all)
                    .containsExactlyInAnyOrder(
                            "m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
            assertThat(bob.get("/api/agents/bob/inbox?instance=c").expect(200).elements("items"))
                    .isEmpty();
        }
    }

    @Test
    void aStreamThatNamesNoInstanceGetsNothingThatIsAddressedToOne() {
        try (var all = EventStream.open(bob, "/api/agents/bob/events?after=0");
                var owner = EventStream.open(parley.owner(), "/api/agents/bob/events?after=0")) {
            send("bob/a", "m1");
            send("bob", "m2");
            assertThat(id(all)).isEqualTo("m2");
            assertThat(upTo(owner, "m2")).containsExactly("m1");
        }
    }

    @Test
    void aStreamResumesWithWhatItsInstanceHasNotAcked() {
        String lastId;
        try (var a = EventStream.open(bob, EVENTS + "a")) {
            send("bob", "m1");
            a.expect("agent_message");
            lastId = a.lastId();
            send("bob", "m2");
            a.expect("agent_message");
        }
        try (var a = EventStream.resume(bob, EVENTS + "a", lastId)) {
            assertThat(id(a)).isEqualTo("m2");
        }
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        try (var b = EventStream.open(bob, EVENTS + "b")) {
            end("a");
            assertThat(id(b)).isEqualTo("m2");
        }
    }

    @Test
    void theStreamsOfAnInstanceEndWithItAndWhoeverComesBackMissesNothing() {
        try (var a = EventStream.open(bob, EVENTS + "a");
                var b = EventStream.open(bob, EVENTS + "b")) {
            send("bob/a", "m0");
            assertThat(id(a)).isEqualTo("m0");
            end("a");
            for (int i = 1; i < 10; i++) {
                send("bob", "m" + i);
            }
            send("bob/a", "m10");
            assertThat(upTo(b, "m9"))
                    .containsExactly("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8");
            assertThat(a.next()).isEmpty();
            try (var again = EventStream.resume(bob, EVENTS + "a", a.lastId())) {
                assertThat(id(again)).isEqualTo("m10");
            }
        }
    }

    private void end(String instance) {
        bob.post("/api/agents/bob/instances/" + instance + "/state", "{\"state\":\"end\"}")
                .expect(200);
    }

    private void send(String to, String id) {
        alice.say(run, "{\"to\":\"" + to + "\",\"message_id\":\"" + id + "\"}");
    }

    private static String id(EventStream stream) {
        return stream.expect("agent_message").data().path("message_id").asText();
    }

    private static List<String> upTo(EventStream stream, String last) {
        var ids = new ArrayList<String>();
        for (var id = id(stream); !id.equals(last); id = id(stream)) {
            ids.add(id);
        }
        return ids;
    }
}
