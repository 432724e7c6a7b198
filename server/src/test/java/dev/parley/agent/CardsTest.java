package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent's card: who it is, what it can do, and who may say so. */
class CardsTest {
    private TestParley parley;
    private Caller owner;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        owner = parley.owner();
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aCardIsNewOnceAndThenChanged() {
        var card =
                "{\"description\":\"lays out boards\",\"capabilities\":[\"pcb\",\"kicad\",\"pcb\"],"
                        + "\"tool_role\":\"worker\"}";
        var made = owner.put("/api/agents/specialist:pcb", card).expect(201);
        assertThat(made.json().path("capabilities")).isEqualTo(Json.parse("[\"pcb\",\"kicad\"]"));
        var same = owner.put("/api/agents/specialist:pcb", card).expect(200);
        assertThat(same.json()).as("nothing has changed").isEqualTo(made.json());
        owner.put("/api/agents/specialist:pcb", "{}").expect(200);
        var now = owner.get("/api/agents/specialist:pcb").expect(200);
        assertThat(now.text("description")).isEmpty();
        assertThat(now.elements("capabilities")).isEmpty();
        assertThat(now.json().path("tool_role").isNull()).isTrue();
        assertThat(now.text("updated_by")).isEqualTo("owner:owner");
    }

    @Test
    void aNameMayHaveSpaces() {
        owner.put("/api/agents/Agent%20B", "{\"description\":\"second\"}").expect(201);
        assertThat(owner.get("/api/agents/Agent%20B").expect(200).text("agent"))
                .isEqualTo("Agent B");
        owner.delete("/api/agents/Agent%20B").expect(204);
        owner.get("/api/agents/Agent%20B").expect(Problem.UNKNOWN_AGENT);
        owner.delete("/api/agents/Agent%20B").expect(Problem.UNKNOWN_AGENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "broadcast", "system", "%20x", "a%20", "a,b"})
    void whatIsNoNameHasNoCard(String name) {
        owner.put("/api/agents/" + name, "{}").expect(Problem.BAD_VALUE);
        owner.get("/api/agents/" + name).expect(Problem.BAD_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"capabilities\":[\"two words\"]}",
                "{\"capabilities\":[\"\"]}",
                "{\"capabilities\":[1]}",
                "{\"capabilities\":\"pcb\"}",
                "{\"capabilities\":[\"a\\u0000b\"]}",
                "{\"tool_role\":\"owner\"}",
                "{\"parent\":\"user\"}",
                "{\"parent\":7}",
                "{\"description\":[]}"
            })
    void aCardThatCannotBeIsRefused(String card) {
        owner.put("/api/agents/bob", card).expect(Problem.BAD_VALUE);
        owner.get("/api/agents/bob").expect(Problem.UNKNOWN_AGENT);
    }

    @Test
    void capabilitiesAndDescriptionsAreBounded() {
        assertThat(owner.put("/api/agents/bob", capabilities(64)).expect(201).status())
                .isEqualTo(201);
        var refused = owner.put("/api/agents/bob", capabilities(65)).expect(Problem.BAD_VALUE);
        assertThat(refused.text("detail")).isEqualTo("capabilities must be at most 64, were 65");
        owner.put("/api/agents/bob", "{\"description\":\"" + "x".repeat(4_001) + "\"}")
                .expect(Problem.BAD_VALUE);
    }

    private static String capabilities(int count) {
        var card = Json.object();
        var words = card.putArray("capabilities");
        IntStream.range(0, count).forEach(i -> words.add("word" + i));
        return card.toString();
    }

    @Test
    void anAgentWritesItsOwnCardAndNoOther() {
        var bob = parley.agent("bob");
        bob.put("/api/agents/bob", "{\"description\":\"me\"}").expect(201);
        bob.put("/api/agents/carol", "{}").expect(Problem.FORBIDDEN);
        bob.delete("/api/agents/carol").expect(Problem.FORBIDDEN);
        parley.person("ann").put("/api/agents/carol", "{}").expect(201);
        assertThat(bob.get("/api/agents/carol").expect(200).text("updated_by"))
                .isEqualTo("person:ann");
        bob.delete("/api/agents/bob").expect(204);
    }

    @Test
    void onlyPeopleSetWhoseChildAnAgentIsAndHowFarItsToolsReach() {
        var bob = parley.agent("bob");
        var ann = parley.person("ann");
        ann.put("/api/agents/lead", "{}").expect(201);
        for (var wanted : List.of("\"parent\":\"lead\"", "\"tool_role\":\"worker\"")) {
            var refused = bob.put("/api/agents/bob", "{" + wanted + "}").expect(Problem.FORBIDDEN);
            assertThat(refused.text("detail")).startsWith("only people may set ");
        }
        ann.put("/api/agents/bob", "{\"parent\":\"lead\",\"tool_role\":\"observer\"}").expect(201);
        bob.put("/api/agents/bob", "{\"tool_role\":\"worker\"}").expect(Problem.FORBIDDEN);
        bob.put("/api/agents/bob", "{\"tool_role\":\"observer\",\"description\":\"a\"}")
                .expect(200);
        var kept = bob.put("/api/agents/bob", "{\"description\":\"b\"}").expect(200);
        assertThat(kept.text("parent")).isEqualTo("lead");
        assertThat(kept.text("tool_role")).isEqualTo("observer");
        bob.delete("/api/agents/bob").expect(Problem.FORBIDDEN);
        ann.delete("/api/agents/bob").expect(204);
    }

    @Test
    void whoHasATokenButNoCardIsNotShown() {
        var bob = parley.agent("bob");
        bob.post("/api/agents/bob/instances/one/heartbeat", "{}").expect(200);
        var unknown = owner.get("/api/agents/bob").expect(Problem.UNKNOWN_AGENT);
        assertThat(unknown.text("detail")).contains("never put a card");
        assertThat(owner.get("/api/agents").elements("items")).isEmpty();
        bob.put("/api/agents/bob", "{}").expect(201);
        assertThat(owner.get("/api/agents").all("items", "online")).containsExactly("true");
    }

    @Test
    void cardsAreListedByNameAPageAtATime() {
        for (var name : List.of("zoe", "Agent%20B", "émile", "bob", "Agent%20A")) {
            owner.put("/api/agents/" + name, "{}").expect(201);
        }
        var first = owner.get("/api/agents?limit=2").expect(200);
        assertThat(first.all("items", "agent")).containsExactly("Agent A", "Agent B");
        var second = owner.get("/api/agents?limit=2&after=" + first.text("next"));
        assertThat(second.all("items", "agent")).containsExactly("bob", "zoe");
        var third = owner.get("/api/agents?limit=2&after=" + second.text("next"));
        assertThat(third.all("items", "agent")).containsExactly("émile");
        assertThat(third.json().path("next").isNull()).isTrue();
        owner.get("/api/agents?after=x").expect(Problem.BAD_VALUE);
    }

    @Test
    void aSpaceSeesItsOwnCardsOnly() {
        var elsewhere = parley.token("{\"role\":\"owner\",\"space\":\"lab\"}");
        owner.put("/api/agents/bob", "{}").expect(201);
        elsewhere.get("/api/agents/bob").expect(Problem.UNKNOWN_AGENT);
        elsewhere.put("/api/agents/carol", "{\"parent\":\"bob\"}").expect(Problem.BAD_VALUE);
        elsewhere.put("/api/agents/bob", "{}").expect(201);
        assertThat(elsewhere.get("/api/agents?tree=true").elements("items")).hasSize(1);
        elsewhere.delete("/api/agents/bob").expect(204);
        owner.get("/api/agents/bob").expect(200);
    }
}
