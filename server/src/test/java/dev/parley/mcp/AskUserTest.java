package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How an agent gets a person's answer. */
final class AskUserTest {
    private static final String QUESTION =
            "{\"question\":\"Delete the old table?\",\"choices\":[\"yes\",\"no\"],\"wait_seconds\":0}";

    private static TestParley parley;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    private static ObjectNode filledIn(String answer) {
        var result = Json.object().put("action", "accept");
        result.putObject("content").put("answer", answer);
        return result;
    }

    /** Asks in the new way; what the client answers comes with the same call once more. */
    private static JsonNode inRounds(Tools tools, ObjectNode response) {
        var asked = tools.result("ask_user", QUESTION);
        assertThat(asked.path("resultType").asText()).isEqualTo("input_required");
        var form = asked.path("inputRequests").path("question").path("params");
        assertThat(form.path("message").asText()).isEqualTo("Delete the old table?");
        assertThat(form.at("/requestedSchema/properties/answer/enum")).hasSize(2);
        var again = Tools.params("ask_user", QUESTION);
        again.putObject("inputResponses").set("question", response);
        again.put("requestState", asked.path("requestState").asText());
        return tools.facts("ask_user", tools.result(Tools.nextId(), again));
    }

    private static void requireAnsweredAsWhatItIs(JsonNode facts, String agent) {
        requireAnsweredAsWhatItIs(parley, facts, agent);
    }

    private static void requireAnsweredAsWhatItIs(TestParley hub, JsonNode facts, String agent) {
        assertThat(facts.path("status").asText()).isEqualTo("answered");
        assertThat(facts.path("answer").asText()).isEqualTo("yes");
        assertThat(facts.path("answered_by").asText()).isEqualTo("person:user of " + agent);
        var id = facts.path("question_id").asText();
        var question = hub.owner().get("/api/questions/" + id).json();
        assertThat(question.path("state").asText()).isEqualTo("answered");
        assertThat(question.path("choice").asText()).isEqualTo("yes");
        assertThat(hub.owner().get("/api/audit").elements("items"))
                .anySatisfy(
                        entry -> {
                            assertThat(entry.path("target").asText()).isEqualTo(id);
                            assertThat(entry.path("principal").asText())
                                    .isEqualTo("person:user of " + agent);
                            assertThat(entry.path("detail").asText()).contains("form");
                        });
    }

    @Test
    void aFormOfTheNewProtocolAnswersTheQuestionAndIsAuditedAsWhatItIs() {
        var ann = new Tools(Mcp.modern(parley.agent("ann")).with(Tools.ELICITS));
        requireAnsweredAsWhatItIs(inRounds(ann, filledIn("yes")), "ann");
    }

    @Test
    void aFormOfTheOldProtocolDoesTheSame() {
        var ben = Mcp.legacy(parley.agent("ben"), Tools.ELICITS);
        try (var told = ben.events("tools/call", Tools.params("ask_user", QUESTION))) {
            var asked = told.expect("elicitation/create");
            var answer = Json.object().put("id", asked.path("id").asText());
            answer.set("result", filledIn("yes"));
            ben.tell(answer);
            var result = told.result();
            requireAnsweredAsWhatItIs(new Tools(ben).facts("ask_user", result), "ben");
        }
    }

    @Test
    void onPostgresItIsTheSame() {
        try (var hub = TestParley.on(TestDatabase.POSTGRES).start()) {
            var ann = new Tools(Mcp.modern(hub.agent("ann")).with(Tools.ELICITS));
            requireAnsweredAsWhatItIs(hub, inRounds(ann, filledIn("yes")), "ann");
            var bob = new Tools(Mcp.legacy(hub.agent("bob")));
            var give = "{\"agent_name\":\"bob\",\"message\":\"x\",\"idempotency_key\":\"k\"}";
            var task = ann.facts("send_to_agent", give).path("task_id");
            assertThat(ann.facts("send_to_agent", give).path("task_id")).isEqualTo(task);
            assertThat(bob.facts("claim_task", "{}").at("/task/task_id")).isEqualTo(task);
        }
    }

    @Test
    void whoeverDeclinesIsNotAskedElsewhere() {
        var cid = parley.agent("cid");
        var tools = new Tools(Mcp.modern(cid).with(Tools.ELICITS));
        var facts = inRounds(tools, Json.object().put("action", "decline"));
        assertThat(facts.path("status").asText()).isEqualTo("declined");
        assertThat(cid.get("/api/questions").elements("items")).isEmpty();
    }

    @Test
    void whatIsClosedWithoutAnAnswerWaitsInTheInboxForPeople() {
        var dan = parley.agent("dan");
        var tools = new Tools(Mcp.modern(dan).with(Tools.ELICITS));
        var facts = inRounds(tools, Json.object().put("action", "cancel"));
        assertThat(facts.path("status").asText()).isEqualTo("pending");
        assertThat(dan.get("/api/questions").elements("items")).hasSize(1);
    }

    @Test
    void whereNoFormCanBeShownPeopleAreAskedAndTheAnswerIsCollectedLater() {
        var eve = new Tools(Mcp.legacy(parley.agent("eve")));
        var pending = eve.facts("ask_user", QUESTION);
        assertThat(pending.path("status").asText()).isEqualTo("pending");
        var id = pending.path("question_id").asText();
        var collect = "{\"question_id\":\"" + id + "\",\"wait_seconds\":0}";
        assertThat(eve.facts("ask_user", collect).path("status").asText()).isEqualTo("pending");
        var answer = eve.later("ask_user", "{\"question_id\":\"" + id + "\"}");
        parley.person("pat")
                .post("/api/questions/" + id + "/answer", "{\"choice\":\"no\",\"reason\":\"kept\"}")
                .expect(201);
        assertThat(answer.join().path("status").asText()).isEqualTo("answered");
        assertThat(answer.join().path("answer").asText()).isEqualTo("no");
        assertThat(answer.join().path("reason").asText()).isEqualTo("kept");
        assertThat(answer.join().path("answered_by").asText()).isEqualTo("person:pat");
    }

    @Test
    void inAManagedRunTheManagerIsAskedWhateverTheClientCan() {
        var manager = new Tools(Mcp.modern(parley.agent("mia")));
        var worker = new Tools(Mcp.modern(parley.agent("wes")).with(Tools.ELICITS));
        var run =
                parley.owner()
                        .run(
                                "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"mia\","
                                        + "\"worker\":\"wes\"}}");
        manager.facts(
                "send_message",
                "{\"agent_name\":\"worker\",\"message\":\"Tidy up\",\"kind\":\"intent_brief\","
                        + "\"run_id\":\"%s\"}".formatted(run));
        var pending =
                worker.facts(
                        "ask_user", "{\"question\":\"Really?\",\"run_id\":\"%s\"}".formatted(run));
        assertThat(pending.path("status").asText()).isEqualTo("pending");
        assertThat(pending.has("question_id")).isFalse();
        var asked = manager.facts("check_inbox", "{}").path("messages").path(0);
        assertThat(asked.path("kind").asText()).isEqualTo("REQUEST_USER_INPUT");
        manager.facts("reply", reply(asked, "Yes, all of it"));
        var answer =
                worker.facts(
                        "ask_agent",
                        "{\"message_id\":\"%s\",\"run_id\":\"%s\"}"
                                .formatted(pending.path("message_id").asText(), run));
        assertThat(answer.path("answer").path("text").asText()).isEqualTo("Yes, all of it");
        var brief = worker.facts("check_inbox", "{}").path("messages").path(0);
        assertThat(worker.facts("reply", reply(brief, "Tidied")).path("kind").asText())
                .isEqualTo("result_bundle");
    }

    private static String reply(JsonNode to, String words) {
        return "{\"run_id\":\"%s\",\"message_id\":\"%s\",\"message\":\"%s\"}"
                .formatted(to.path("run_id").asText(), to.path("message_id").asText(), words);
    }
}
