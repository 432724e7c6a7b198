package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tree of agents that the hub runs: the root delegates, children report, reports are judged. */
@Timeout(60)
class TreeTurnsTest {
    private static final String ROOT =
            """
            words=$(cat)
            case "$PARLEY_KIND:$words" in
              message:alone*) echo "I know that: four";;
              message:*) cat <<END
            {"messages":[
              {"to":"math","kind":"DELEGATE","payload":{"task":"$words"}},
              {"to":"style","kind":"DELEGATE","payload":{"task":"$words"}}]}
            END
                ;;
              REPORT:*'judged: not completed'*) echo "try again, with numbers";;
              QUERY:*) echo "in euros";;
              REPORT:*) echo "all together: $words";;
            esac
            """;

    private static final String CHILD =
            """
            words=$(cat)
            case "$PARLEY_KIND:$words" in
              DELEGATE:*hard*) echo '{"messages":[{"to":"root","kind":"REPORT","payload":{"status":"partial","result":"I do not know"}}]}';;
              DELEGATE:*currency*) echo '{"messages":[{"to":"root","kind":"QUERY","payload":{"question":"which currency?"}}]}';;
              ANSWER:*) echo "$PARLEY_AGENT: 5 $words";;
              *) echo "$PARLEY_AGENT: $words";;
            esac
            """;

    @TempDir Path folder;

    private TestParley parley;
    private Caller ann;

    @BeforeEach
    void start() throws IOException {
        var root = Files.writeString(folder.resolve("root.sh"), ROOT);
        var child = Files.writeString(folder.resolve("child.sh"), CHILD);
        parley =
                TestParley.with("sessions.roots", folder.toString())
                        .file(
                                """
                                agents:
                                  boss: {host: command, description: leads the others, command: sh, args: ["%s"]}
                                  math: {host: command, parent: boss, command: sh, args: ["%s"]}
                                  style: {host: command, parent: boss, command: sh, args: ["%s"]}
                                  idler: {host: command, parent: boss, command: sh, args: ["%s"]}
                                """
                                        .formatted(root, child, child, child))
                        .start();
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aRootThatCanDoItAloneDelegatesNothing() {
        var run = tell("alone: two and two?");
        assertThat(new Story(ann).until(run, "final_response"))
                .containsExactly(
                        "user>root message alone: two and two?",
                        "root>user final_response I know that: four");
    }

    @Test
    void childrenThatAreChosenWorkAndTheLastReportIsAnswered() {
        var run = tell("easy");
        var entries = new Story(ann).entries(run, "final_response");
        assertThat(entries).filteredOn(one -> kind(one).equals("DELEGATE")).hasSize(2);
        assertThat(entries)
                .filteredOn(one -> kind(one).equals("REPORT"))
                .hasSize(2)
                .allSatisfy(
                        one -> {
                            assertThat(one.path("verdict").path("completed").asBoolean()).isTrue();
                            assertThat(one.path("verdict").path("reason").asText()).isNotEmpty();
                        });
        assertThat(entries.getLast().path("summary").asText()).startsWith("all together: ");
        assertThat(entries).noneMatch(one -> one.path("to_agent").asText().equals("idler"));
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("completed");
    }

    @Test
    void aReportThatIsNotEnoughIsFollowedUp() {
        var run = tell("hard");
        var entries = new Story(ann).entries(run, "final_response");
        var first = entries.stream().filter(one -> kind(one).equals("REPORT")).findFirst();
        assertThat(first.orElseThrow().path("verdict").toString())
                .isEqualTo("{\"completed\":false,\"reason\":\"it says itself that it is partial\"}");
        var followUp =
                entries.stream()
                        .filter(one -> kind(one).equals("DELEGATE"))
                        .filter(one -> one.path("parent_id").equals(first.get().path("message_id")))
                        .toList();
        assertThat(followUp).hasSize(1);
        assertThat(followUp.getFirst().at("/payload/task").asText())
                .isEqualTo("try again, with numbers");
    }

    @Test
    void aChildAsksItsParentAndGoesOnWithTheAnswer() {
        var run = tell("the currency");
        assertThat(new Story(ann).until(run, "final_response"))
                .anyMatch(line -> line.startsWith("math>root QUERY"))
                .anyMatch(line -> line.startsWith("root>math ANSWER"))
                .anyMatch(line -> line.startsWith("math>root REPORT math: 5 in euros"));
    }

    private static String kind(JsonNode message) {
        return message.path("kind").asText();
    }

    private String tell(String words) {
        var run =
                ann.run(
                        "{\"protocol\":\"tree\",\"participants\":{\"root\":\"boss\",\"math\":\"math\","
                                + "\"style\":\"style\",\"idler\":\"idler\"}}");
        ann.say(run, "{\"to\":\"root\",\"kind\":\"message\",\"summary\":\"" + words + "\"}");
        return run;
    }
}
