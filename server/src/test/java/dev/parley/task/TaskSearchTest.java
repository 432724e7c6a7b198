package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Some tasks are found among many: those of an agent, and those that say something. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class TaskSearchTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller ann;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void anAgentsTasksAreThoseItWantsDoneHoldsAndIsAwaitedFor() {
        create(alice, "held", "");
        var bob = parley.agent("bob");
        bob.post("/api/tasks/claim", "{}").expect(200);
        create(alice, "for bob", ",\"target_agent\":\"bob\"");
        create(bob, "by bob", "");
        create(ann, "for carol", ",\"target_agent\":\"carol\"");

        assertThat(found(ann, "agent=bob")).containsExactly("by bob", "for bob", "held");
        assertThat(found(ann, "agent=bob&state=running")).containsExactly("held");
        assertThat(found(ann, "agent=nobody")).isEmpty();
        assertThat(found(alice, "agent=bob")).containsExactly("for bob", "held");
        assertThat(found(bob, "agent=carol")).isEmpty();
    }

    @Test
    void wordsAreLookedForInWhatIsToBeDoneAndForWhom() {
        var paint = create(ann, "Paint the DOOR", ",\"target_agent\":\"painter\"");
        create(ann, "Oil the hinges", ",\"required_capabilities\":[\"doors\"]");
        create(ann, "Sweep the yard", "");

        assertThat(found(ann, "text=door")).containsExactly("Oil the hinges", "Paint the DOOR");
        assertThat(found(ann, "text=Painter")).containsExactly("Paint the DOOR");
        assertThat(found(ann, "text=" + paint)).containsExactly("Paint the DOOR");
        assertThat(found(ann, "text=door&state=completed")).isEmpty();
        assertThat(found(ann, "text=the&agent=painter")).containsExactly("Paint the DOOR");
        ann.get("/api/tasks?text=%20").expect(Problem.BAD_VALUE);
        ann.get("/api/tasks?text=" + "x".repeat(201)).expect(Problem.BAD_VALUE);
    }

    @Test
    void whatIsFarApartIsFoundPageByPage() {
        for (int n = 0; n < 7; n++) {
            create(ann, n % 3 == 0 ? "rare " + n : "common", "");
        }
        var first = ann.get("/api/tasks?text=rare&limit=2").expect(200);
        assertThat(first.all("items", "summary")).containsExactly("rare 6", "rare 3");
        var rest = ann.get("/api/tasks?text=rare&limit=2&after=" + first.text("next")).expect(200);
        assertThat(rest.all("items", "summary")).containsExactly("rare 0");
        assertThat(rest.json().path("next").isNull()).isTrue();
    }

    private static String create(Caller by, String message, String more) {
        return by.post("/api/tasks", "{\"message\":\"" + message + "\"" + more + "}")
                .expect(201)
                .text("task_id");
    }

    private static List<String> found(Caller by, String query) {
        return by.get("/api/tasks?" + query).expect(200).all("items", "summary");
    }
}
