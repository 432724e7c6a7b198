package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A task is given to those whose cards fit it, and to nobody when none does. */
class SelectTest {
    private static TestParley parley;
    private static Caller owner;
    private static Caller lead;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        owner = parley.owner();
        lead = parley.agent("lead");
        card("lead", "\"description\":\"plans boards and firmware\"");
        card(
                "flights",
                "\"parent\":\"lead\",\"capabilities\":[\"flight-search\",\"travel\"],"
                        + "\"description\":\"finds cheap flights and trains\"");
        card(
                "pcb",
                "\"parent\":\"lead\",\"capabilities\":[\"pcb\",\"kicad\"],"
                        + "\"description\":\"lays out boards\"");
        card("writer", "\"description\":\"writes reports, letters and travel guides\"");
        parley.token("{\"agent\":\"spy\",\"space\":\"other\"}")
                .put("/api/agents/spy", "{\"capabilities\":[\"travel\"]}")
                .expect(201);
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    private static void card(String name, String fields) {
        owner.put("/api/agents/" + name, "{" + fields + "}").expect(201);
    }

    @Test
    void whoCanDoItIsChosenWithTheReasonAndOthersAreNot() {
        var chosen = select(owner, "\"task\":\"Travel: search flights from LAX to Italy\"");
        assertThat(chosen.json().get("selected").toString()).isEqualTo("[\"flights\"]");
        var first = chosen.elements("items").getFirst();
        assertThat(first.get("score").asInt()).isEqualTo(6);
        assertThat(first.get("capabilities").toString())
                .isEqualTo("[\"flight-search\",\"travel\"]");
        assertThat(first.get("reason").asText()).isEqualTo("can flight-search, travel");
        assertThat(chosen.number("considered")).isEqualTo(4);
    }

    @Test
    void enoughWordsOfADescriptionDoAsWellAndTheBestComesFirst() {
        var chosen =
                select(
                        owner,
                        "\"task\":\"a report and letters on travel guides for KiCad boards\"");
        assertThat(chosen.all("items", "agent")).containsExactly("pcb", "writer", "flights");
        assertThat(chosen.all("items", "score")).containsExactly("4", "4", "3");
        assertThat(
                        select(owner, "\"task\":\"travel with KiCad\",\"limit\":1")
                                .all("items", "agent"))
                .containsExactly("flights");
    }

    @Test
    void nobodyIsAnAnswer() {
        assertThat(select(owner, "\"task\":\"sing the agent a song for all\"").elements("selected"))
                .isEmpty();
    }

    @Test
    void anAgentChoosesAmongItsChildrenUnlessItNamesOthers() {
        var task = "\"task\":\"travel guides, reports and letters about boards\"";
        assertThat(select(lead, task).all("items", "agent")).containsExactly("flights");
        assertThat(select(owner, task + ",\"parent\":\"lead\"").number("considered")).isEqualTo(2);
        assertThat(
                        select(
                                        lead,
                                        task
                                                + ",\"candidates\":[\"writer\",\"ghost\",\"a/b\",\"spy\"]")
                                .all("items", "agent"))
                .containsExactly("writer");
        assertThat(select(owner, task + ",\"parent\":\"ghost\"").number("considered")).isZero();
        assertThat(select(owner, task + ",\"candidates\":[]").number("considered")).isZero();
    }

    @Test
    void nobodyOfAnotherSpaceIsEverChosen() {
        var other = parley.token("{\"agent\":\"guest\",\"space\":\"third\"}");
        assertThat(select(other, "\"task\":\"travel\"").number("considered")).isZero();
    }

    @Test
    void aTaskIsNeeded() {
        owner.post("/api/agents/select", "{}").expect(Problem.BAD_VALUE);
        owner.post("/api/agents/select", "{\"task\":\"x\",\"limit\":0}").expect(Problem.BAD_VALUE);
        owner.post("/api/agents/select", "{\"task\":\"x\",\"candidates\":[1]}")
                .expect(Problem.BAD_VALUE);
        owner.post("/api/agents/select", "{\"task\":\"x\",\"parent\":\"a/b\"}")
                .expect(Problem.BAD_VALUE);
    }

    private static Reply select(Caller caller, String fields) {
        return caller.post("/api/agents/select", "{" + fields + "}").expect(200);
    }
}
