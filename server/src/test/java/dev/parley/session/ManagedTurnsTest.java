package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A manager and a worker that the hub runs lead a managed run from the user's word to the end. */
@Timeout(60)
class ManagedTurnsTest {
    private static final String MANAGER =
            """
            words=$(cat)
            case "$PARLEY_KIND:$words" in
              message:build*)
                cat <<END
            {"intent":{"objective":"a lamp that blinks","acceptance_criteria":["it blinks"]},
             "messages":[{"to":"$WORKER","kind":"intent_brief","summary":"$words"}]}
            END
                ;;
              message:*) echo "from the user: $words";;
              blocker:*) echo '{"messages":[{"kind":"REQUEST_USER_INPUT","summary":"which pin?"}]}';;
              USER_RESPONSE:*) echo "the user says $words";;
              result_bundle:*)
                cat <<END
            \\`\\`\\`json
            {"intent":{"acceptance_criteria":[{"text":"it blinks","status":"met","shown_by":"$PARLEY_MESSAGE"}]},
             "messages":[{"kind":"final_response","summary":"done: $words"}]}
            \\`\\`\\`
            END
                ;;
            esac
            """;

    private static final String WORKER =
            """
            words=$(cat)
            case "$PARLEY_KIND:$words" in
              intent_brief:*blocked*) echo '{"messages":[{"kind":"build_update","to":"manager","summary":"compiling"},{"kind":"blocker","to":"manager","summary":"which pin?"}]}';;
              intent_brief:*patient*) while [ ! -e "$FOLDER/go" ]; do sleep 0.02; done; echo "it blinks";;
              intent_brief:*fails*) exit 3;;
              intent_brief:*json*) echo '{"intent":"it blinks"}';;
              clarification_reply:*) echo "it blinks: $words";;
              decision:*) echo '{"messages":[]}';;
              *) echo "it blinks";;
            esac
            """;

    @TempDir Path folder;

    private TestParley parley;
    private Caller ann;
    private Story story;

    @BeforeEach
    void start() throws IOException {
        var manager = Files.writeString(folder.resolve("manager.sh"), MANAGER);
        var worker = Files.writeString(folder.resolve("worker.sh"), WORKER);
        parley =
                TestParley.with("sessions.roots", folder.toString())
                        .file(
                                """
                                agents:
                                  boss: {host: command, command: sh, args: ["%s"], env: {WORKER: worker}}
                                  router: {host: command, command: sh, args: ["%s"], env: {WORKER: "specialist:pcb"}}
                                  hand: {host: command, command: sh, args: ["%s"], env: {FOLDER: "%s"}}
                                """
                                        .formatted(manager, manager, worker, folder))
                        .start();
        ann = parley.person("ann");
        story = new Story(ann);
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void fromTheUsersWordOverTheIntentToTheFinalResponse() {
        var run = begin("boss", "worker");
        tell(run, "build a lamp");
        assertThat(untilEnd(run))
                .containsExactly(
                        "user>manager message build a lamp",
                        "manager>worker intent_brief build a lamp",
                        "worker>manager result_bundle it blinks",
                        "manager>user final_response done: it blinks");
        var intent = ann.get("/api/runs/" + run + "/intent").expect(200).json();
        assertThat(intent.findValue("acceptance_criteria").get(0).path("status").asText())
                .isEqualTo("met");
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("completed");
    }

    @Test
    void aBlockerBecomesAQuestionAndItsAnswerResumesTheWorker() {
        var run = begin("boss", "worker");
        tell(run, "build a blocked lamp");
        var question = question();
        assertThat(question.toString()).contains("which pin?");
        ann.post(
                        "/api/questions/" + question.path("question_id").asText() + "/answer",
                        "{\"answer\":\"pin 4\"}")
                .expect(201);
        assertThat(untilEnd(run))
                .containsExactly(
                        "user>manager message build a blocked lamp",
                        "manager>worker intent_brief build a blocked lamp",
                        "worker>manager build_update compiling",
                        "worker>manager blocker which pin?",
                        "manager>user REQUEST_USER_INPUT which pin?",
                        "user>manager USER_RESPONSE pin 4",
                        "manager>worker clarification_reply the user says pin 4",
                        "worker>manager result_bundle it blinks: the user says pin 4",
                        "manager>user final_response done: it blinks: the user says pin 4");
    }

    @Test
    void whatAPersonSaysMeanwhileBecomesADecisionToTheWorker() throws IOException {
        var run = begin("boss", "worker");
        tell(run, "build a patient lamp");
        story.until(run, "intent_brief");
        ann.post("/api/runs/" + run + "/steer", "{\"text\":\"make it red\"}").expect(201);
        story.until(run, "decision");
        Files.createFile(folder.resolve("go"));
        assertThat(untilEnd(run))
                .contains(
                        "user>manager message make it red",
                        "manager>worker decision from the user: make it red");
    }

    @Test
    void aWorkerThatFailsIsReportedSoThatNobodyWaits() {
        var run = begin("boss", "worker");
        tell(run, "build what fails");
        assertThat(story.until(run, "result_bundle"))
                .anyMatch(line -> line.startsWith("worker>manager result_bundle failed: "));
    }

    @Test
    void jsonThatSaysNothingToTheHubIsPlainWords() {
        var run = begin("boss", "worker");
        tell(run, "build with json");
        assertThat(story.until(run, "result_bundle"))
                .contains("worker>manager result_bundle {\"intent\":\"it blinks\"}");
    }

    @Test
    void aSpecialistNeedsNoMoreThanConfiguration() {
        var run = begin("router", "specialist:pcb");
        tell(run, "build a board");
        assertThat(untilEnd(run))
                .containsExactly(
                        "user>manager message build a board",
                        "manager>specialist:pcb intent_brief build a board",
                        "specialist:pcb>manager result_bundle it blinks",
                        "manager>user final_response done: it blinks");
    }

    private String begin(String manager, String role) {
        return ann.run(
                "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"%s\",\"%s\":\"hand\"}}"
                        .formatted(manager, role));
    }

    private void tell(String run, String words) {
        ann.say(run, "{\"to\":\"manager\",\"kind\":\"message\",\"summary\":\"" + words + "\"}");
    }

    private JsonNode question() {
        while (true) {
            var open = ann.get("/api/questions?wait=10").expect(200).elements("items");
            if (!open.isEmpty()) {
                return open.getFirst();
            }
        }
    }

    private List<String> untilEnd(String run) {
        return story.until(run, "final_response");
    }
}
