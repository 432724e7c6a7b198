package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The manager says what the user wants, and a run does not end before that is judged. */
class IntentTest {
    private static final String INTENT =
            """
            {"objective":"a board","constraints":["two layers"],"selected_project":"lamp",
             "selected_targets":["v1"],"acceptance_criteria":["it builds",
              {"id":"cost","text":"under 5"}]}
            """;
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller ann;
    private Conversation talk;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        ann = parley.person("ann");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        var run =
                ann.run(
                        """
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}
                        """);
        talk = new Conversation(run, ann);
    }

    @Test
    void theIntentIsTheManagersAlone() {
        alice.put(talk.path("/intent"), INTENT).expect(200);
        bob.put(talk.path("/intent"), "{\"objective\":\"mine\"}").expect(Problem.FORBIDDEN);
        ann.put(talk.path("/intent"), "{\"objective\":\"mine\"}").expect(Problem.FORBIDDEN);
        var intent = talk.now().json().path("intent_snapshot");
        assertThat(intent.path("objective").asText()).isEqualTo("a board");
        assertThat(intent.path("constraints").path(0).asText()).isEqualTo("two layers");
        assertThat(intent.path("selected_project").asText()).isEqualTo("lamp");
        assertThat(intent.path("acceptance_criteria").path(0).path("id").asText()).isEqualTo("c1");
    }

    @Test
    void everyChangeIsAVersionAndInTheLog() {
        assertThat(alice.put(talk.path("/intent"), INTENT).number("version")).isEqualTo(1);
        var changed =
                alice.put(talk.path("/intent"), "{\"version\":1,\"objective\":\"two boards\"}");
        assertThat(changed.expect(200).number("version")).isEqualTo(2);
        assertThat(changed.json().path("constraints")).as("what was not said stays").hasSize(1);
        alice.put(talk.path("/intent"), "{\"version\":1,\"objective\":\"late\"}")
                .expect(Problem.INTENT_CHANGED);
        assertThat(ann.get(talk.path("/messages")).all("items", "kind"))
                .containsExactly("intent", "intent");
        assertThat(bob.get(talk.path("/intent")).number("version")).isEqualTo(2);
    }

    @Test
    void aFinalResponseWaitsUntilEveryCriterionIsMetOrWaived() {
        alice.put(talk.path("/intent"), INTENT).expect(200);
        var refused = talk.send(alice, "final_response", "user").expect(Problem.CRITERIA_OPEN);
        assertThat(refused.text("detail")).contains("c1, cost");
        var shown = talk.say(bob, "build_update", "manager");
        var judged =
                """
                {"acceptance_criteria":[
                 {"id":"c1","text":"it builds","status":"met","shown_by":"%s"},
                 {"id":"cost","text":"under 5","status":"waived"}]}
                """;
        alice.put(talk.path("/intent"), judged.formatted("nowhere"))
                .expect(Problem.UNKNOWN_MESSAGE);
        var intent = alice.put(talk.path("/intent"), judged.formatted(shown)).expect(200).json();
        assertThat(intent.path("acceptance_criteria").path(1).path("waived_by").asText())
                .isEqualTo("agent:alice");
        talk.say(alice, "final_response", "user");
        alice.put(talk.path("/intent"), "{\"objective\":\"more\"}").expect(Problem.RUN_ENDED);
    }

    @Test
    void whatIsMetMustBeShown() {
        alice.put(
                        talk.path("/intent"),
                        "{\"acceptance_criteria\":[{\"text\":\"x\",\"status\":\"met\"}]}")
                .expect(Problem.BAD_VALUE);
        alice.put(
                        talk.path("/intent"),
                        "{\"acceptance_criteria\":[{\"text\":\"x\",\"status\":\"fine\"}]}")
                .expect(Problem.BAD_VALUE);
    }

    @Test
    void whatIsLeftOutStaysOpen() {
        alice.put(talk.path("/intent"), INTENT).expect(200);
        var after = alice.put(talk.path("/intent"), criteria("")).expect(200).json();
        assertThat(after.path("acceptance_criteria")).hasSize(2);
        var shown = talk.say(bob, "build_update", "manager");
        put("{\"id\":\"c1\",\"status\":\"met\",\"message_id\":\"%s\"}".formatted(shown));
        var refused = talk.send(alice, "final_response", "user").expect(Problem.CRITERIA_OPEN);
        assertThat(refused.text("detail")).contains("are open: cost;");
        var judged = put("{\"text\":\"under 5\",\"status\":\"waived\"}");
        assertThat(judged.path(0).toString())
                .isEqualTo(
                        """
                        {"id":"c1","text":"it builds","status":"met","shown_by":"%s"}"""
                                .formatted(shown));
        assertThat(judged.path(1).path("waived_by").asText()).isEqualTo("agent:alice");
        talk.say(alice, "final_response", "user");
    }

    @Test
    void criteriaAreAddedAndReopenedButNeverLost() {
        alice.put(talk.path("/intent"), INTENT).expect(200);
        var more = put("\"it builds\",\"it is green\",{\"id\":\"c3\",\"text\":\"it is small\"}");
        assertThat(more.findValuesAsText("id")).containsExactly("c1", "cost", "c4", "c3");
        var shown = talk.say(bob, "build_update", "manager");
        put("{\"id\":\"c1\",\"status\":\"met\",\"shown_by\":\"%s\"}".formatted(shown));
        assertThat(put("{\"id\":\"c1\"}").path(0).path("status").asText()).isEqualTo("met");
        var reworded = put("{\"id\":\"c1\",\"text\":\"it builds everywhere\"}").path(0);
        assertThat(reworded.toString())
                .isEqualTo("{\"id\":\"c1\",\"text\":\"it builds everywhere\",\"status\":\"open\"}");
    }

    @Test
    void aCriterionIsNamedOnceAndMustBeKnownOrHaveWords() {
        alice.put(talk.path("/intent"), INTENT).expect(200);
        for (var wrong :
                new String[] {
                    "{\"id\":\"c1\"},\"it builds\"",
                    "{\"id\":\"c9\",\"status\":\"waived\"}",
                    "{\"status\":\"waived\"}",
                    "\" \"",
                    "7"
                }) {
            alice.put(talk.path("/intent"), criteria(wrong)).expect(Problem.BAD_VALUE);
        }
    }

    private static String criteria(String list) {
        return "{\"acceptance_criteria\":[" + list + "]}";
    }

    private JsonNode put(String list) {
        return alice.put(talk.path("/intent"), criteria(list))
                .expect(200)
                .json()
                .path("acceptance_criteria");
    }
}
