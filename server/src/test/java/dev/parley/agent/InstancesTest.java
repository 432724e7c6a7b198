package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances are there when they do something, also without a connection that is held open. */
class InstancesTest {
    private final TestClock clock = new TestClock();
    private TestParley parley;
    private Caller owner;
    private Caller claude;

    @BeforeEach
    void start() {
        begin(TestDatabase.SQLITE);
    }

    private void begin(TestDatabase database) {
        parley = TestParley.on(database).at(clock).start();
        owner = parley.owner();
        claude = parley.agent("claude");
        claude.put("/api/agents/claude", "{}").expect(201);
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void anInstanceIsOnlineForAMinuteAfterItsHeartbeat(TestDatabase database) {
        parley.close();
        begin(database);
        var beat = claude.post("/api/agents/claude/instances/api/heartbeat", "").expect(200);
        assertThat(beat.json().path("online").booleanValue()).isTrue();
        assertThat(beat.text("state")).isEqualTo("start");
        parley.watch(Duration.ofSeconds(59));
        assertThat(online()).containsExactly("api");
        assertThat(shown().number("seen_seconds_ago")).isEqualTo(59);
        parley.watch(Duration.ofSeconds(1));
        assertThat(online()).isEmpty();
        assertThat(shown().all("instances", "instance")).containsExactly("api");
        assertThat(shown().json().path("online").booleanValue()).isFalse();
        assertThat(shown().json().path("state").isNull()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void anAgentIsAsBusyAsTheBusiestOfItsInstances(TestDatabase database) {
        parley.close();
        begin(database);
        say("api", "start");
        say("web", "idle");
        assertThat(shown().text("state")).isEqualTo("idle");
        say("api", "busy");
        var listed = owner.get("/api/agents").expect(200).elements("items").getFirst();
        assertThat(listed.path("state").asText()).isEqualTo("busy");
        assertThat(listed.path("instances_online").asInt()).isEqualTo(2);
        say("api", "end");
        assertThat(shown().text("state")).isEqualTo("idle");
        assertThat(online()).containsExactly("web");
        say("web", "end");
        assertThat(online()).isEmpty();
        claude.post("/api/agents/claude/instances/web/heartbeat", "").expect(200);
        assertThat(online()).as("whoever comes back has begun anew").containsExactly("web");
        assertThat(shown().text("state")).isEqualTo("start");
    }

    @Test
    void settingTheClockMakesNobodyComeOrGo() {
        say("api", "busy");
        clock.advance(Duration.ofHours(1));
        assertThat(online()).containsExactly("api");
        parley.watch(Duration.ofSeconds(61));
        clock.advance(Duration.ofHours(-2));
        assertThat(online()).isEmpty();
    }

    @Test
    void whoeverPullsIsThere() {
        var run = claude.run("{}");
        claude.post("/api/runs/" + run + "/pull", "{}", "X-Parley-Instance", "api").expect(200);
        claude.post("/api/runs/" + run + "/pull?instance=web", "{}").expect(200);
        assertThat(online()).containsExactly("api", "web");
        claude.post("/api/runs/" + run + "/pull", "{}").expect(200);
        assertThat(online()).as("who names none is the only one").containsExactly("", "api", "web");
    }

    @Test
    void whoeverWaitsForTheLogIsThereAndWhoOnlyLooksIsNot() {
        var run = claude.run("{}");
        claude.say(run, "{\"to\":\"bob\"}");
        claude.get("/api/runs/" + run + "/messages?instance=api").expect(200);
        assertThat(online()).isEmpty();
        claude.get("/api/runs/" + run + "/messages?instance=api&wait=5").expect(200);
        assertThat(online()).containsExactly("api");
    }

    @Test
    void whoeverActsForAnAgentDoesNotMakeItAppear() {
        var run = claude.run("{}");
        owner.post("/api/runs/" + run + "/pull", "{\"agent_id\":\"claude\"}").expect(200);
        parley.person("ann").get("/api/runs/" + run + "/messages?wait=0").expect(200);
        assertThat(shown().elements("instances")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2Fb", "a%20b", "%C3%A9", "", ".hidden"})
    void anInstanceIsNamedByAnId(String instance) {
        var run = claude.run("{}");
        claude.post("/api/runs/" + run + "/pull?instance=" + instance, "{}")
                .expect(Problem.BAD_VALUE);
        assertThat(shown().elements("instances")).isEmpty();
    }

    @Test
    void headerAndQueryMustNameTheSameInstance() {
        var pull = "/api/runs/" + claude.run("{}") + "/pull?instance=api";
        claude.post(pull, "{}", "X-Parley-Instance", "api").expect(200);
        claude.post(pull, "{}", "X-Parley-Instance", "web").expect(Problem.CONFLICTING_FIELDS);
    }

    @Test
    void onlyTheAgentItselfAndTheOwnerSpeakForAnInstance() {
        var beat = "/api/agents/claude/instances/api/heartbeat";
        var refused = parley.agent("bob").post(beat, "").expect(Problem.FORBIDDEN);
        assertThat(refused.text("detail")).startsWith("only claude's own token");
        parley.person("ann").post(beat, "").expect(Problem.FORBIDDEN);
        assertThat(online()).isEmpty();
        owner.post(beat, "").expect(200);
        assertThat(online()).containsExactly("api");
    }

    @Test
    void aStateMustBeOneOfFour() {
        for (var body : List.of("{}", "{\"state\":\"asleep\"}", "{\"state\":1}")) {
            claude.post("/api/agents/claude/instances/api/state", body).expect(Problem.BAD_VALUE);
        }
        claude.post("/api/agents/claude/instances/a%20b/state", "{\"state\":\"busy\"}")
                .expect(Problem.BAD_VALUE);
    }

    @Test
    void anAgentThatIsThereKeepsItsCard() {
        say("api", "busy");
        assertThat(owner.delete("/api/agents/claude").expect(Problem.AGENT_IN_USE).text("detail"))
                .contains("online", "60 seconds");
        say("api", "end");
        owner.delete("/api/agents/claude").expect(204);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aListShowsWhoComesWorksAndFallsSilent(TestDatabase database) {
        parley.close();
        begin(database);
        assertThat(listed().path("instances_online").asInt()).isZero();
        say("api", "idle");
        assertThat(listed().path("instances_online").asInt()).isEqualTo(1);
        parley.watch(Duration.ofSeconds(30));
        say("web", "busy");
        assertThat(listed().path("instances_online").asInt()).isEqualTo(2);
        assertThat(listed().path("state").asText()).isEqualTo("busy");
        parley.watch(Duration.ofSeconds(29));
        assertThat(listed().path("instances_online").asInt()).isEqualTo(2);
        assertThat(listed().path("seen_seconds_ago").asInt()).isEqualTo(29);
        parley.watch(Duration.ofSeconds(1));
        assertThat(listed().path("instances_online").asInt()).isEqualTo(1);
        parley.watch(Duration.ofSeconds(30));
        assertThat(listed().path("online").asBoolean()).isFalse();
    }

    private JsonNode listed() {
        return owner.get("/api/agents").expect(200).elements("items").getFirst();
    }

    @Test
    void aSpaceHasInstancesOfItsOwn() {
        say("api", "busy");
        var there = parley.token("{\"agent\":\"claude\",\"space\":\"lab\"}");
        there.put("/api/agents/claude", "{}").expect(201);
        var shown = there.get("/api/agents/claude").expect(200);
        assertThat(shown.elements("instances")).isEmpty();
        assertThat(shown.json().path("online").booleanValue()).isFalse();
    }

    private void say(String instance, String state) {
        claude.post(
                        "/api/agents/claude/instances/" + instance + "/state",
                        "{\"state\":\"" + state + "\"}")
                .expect(200);
    }

    private Reply shown() {
        return owner.get("/api/agents/claude").expect(200);
    }

    private List<String> online() {
        return shown().elements("instances").stream()
                .filter(instance -> instance.path("online").booleanValue())
                .map(instance -> instance.path("instance").asText())
                .toList();
    }
}
