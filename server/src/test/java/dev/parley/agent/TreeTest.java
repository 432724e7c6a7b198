package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestNanos;
import dev.parley.TestParley;
import dev.parley.clock.HubTime;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.AgentTable;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents form trees: no circles, not too deep, and nobody is left without a parent by accident. */
@Timeout(60)
class TreeTest {
    @TempDir Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aCircleOfParentsIsRefusedAndNamedInFull(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var owner = parley.owner();
            chain(owner, "a", "b", "Agent%20C");
            var refused =
                    owner.put("/api/agents/a", "{\"parent\":\"Agent C\"}")
                            .expect(Problem.PARENT_CYCLE);
            assertThat(refused.text("detail"))
                    .isEqualTo("the parents would go in a circle: a → Agent C → b → a");
            owner.put("/api/agents/a", "{\"parent\":\"a\"}").expect(Problem.PARENT_CYCLE);
            owner.put("/api/agents/new", "{\"parent\":\"new\"}").expect(Problem.PARENT_CYCLE);
            assertThat(owner.get("/api/agents/a").json().path("parent").isNull()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aTreeHasAtMost32LevelsHoweverItIsPutTogether(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var owner = parley.owner();
            var names = new String[32];
            for (int i = 0; i < names.length; i++) {
                names[i] = "level" + (i + 1);
            }
            chain(owner, names);
            var tooDeep =
                    owner.put("/api/agents/deeper", "{\"parent\":\"level32\"}")
                            .expect(Problem.TREE_DEPTH);
            assertThat(tooDeep.text("detail")).contains("33 levels", "may be 32");
            chain(owner, "top", "under");
            owner.put("/api/agents/top", "{\"parent\":\"level31\"}").expect(Problem.TREE_DEPTH);
            owner.put("/api/agents/top", "{\"parent\":\"level30\"}").expect(200);
            owner.put("/api/agents/level1", "{\"parent\":\"under\"}").expect(Problem.PARENT_CYCLE);
        }
    }

    @Test
    void aParentMustHaveACardAndKeepsItWhileItHasChildren() {
        try (var parley = TestParley.start()) {
            var owner = parley.owner();
            var refused =
                    owner.put("/api/agents/b", "{\"parent\":\"a\"}").expect(Problem.BAD_VALUE);
            assertThat(refused.text("detail")).contains("there is none of a");
            chain(owner, "a", "b");
            assertThat(owner.get("/api/agents/a").expect(200).json().path("children"))
                    .isEqualTo(Json.parse("[\"b\"]"));
            assertThat(owner.delete("/api/agents/a").expect(Problem.AGENT_IN_USE).text("detail"))
                    .startsWith("b is a child of a");
            owner.put("/api/agents/b", "{}").expect(200);
            owner.delete("/api/agents/a").expect(204);
        }
    }

    @Test
    void theWholeSpaceIsReadAsATree() {
        try (var parley = TestParley.start()) {
            var owner = parley.owner();
            chain(owner, "lead", "worker", "helper");
            owner.put("/api/agents/alone", "{}").expect(201);
            var tree = owner.get("/api/agents?tree=true").expect(200);
            assertThat(tree.all("items", "agent")).containsExactly("alone", "lead");
            assertThat(tree.json().path("truncated").booleanValue()).isFalse();
            var worker = tree.json().at("/items/1/children/0");
            assertThat(worker.path("agent").asText()).isEqualTo("worker");
            assertThat(worker.at("/children/0/agent").asText()).isEqualTo("helper");
            assertThat(worker.at("/children/0/children").isEmpty()).isTrue();
        }
    }

    @Test
    void aTreeOfMoreThanCanBeShownSaysSo() {
        try (var store = new SqliteStores(folder).open();
                var time = HubTime.open(store, new TestNanos())) {
            var agents = new Agents(store, new Presence(store, time), new Hosted());
            cards(store, 0, Agents.MAX_TREE);
            assertThat(agents.forest(Space.DEFAULT).isWhole()).isTrue();
            assertThat(agents.forest(Space.DEFAULT).cards()).hasSize(Agents.MAX_TREE);
            cards(store, Agents.MAX_TREE, 1);
            assertThat(agents.forest(Space.DEFAULT).isWhole()).isFalse();
            assertThat(agents.forest(Space.DEFAULT).cards()).hasSize(Agents.MAX_TREE);
        }
    }

    private static void cards(Store store, int from, int count) {
        store.write(
                tx -> {
                    for (int i = from; i < from + count; i++) {
                        var key = new AgentTable.Key(Space.DEFAULT, new AgentName("agent" + i));
                        tx.rows(AgentTable.TABLE)
                                .put(
                                        new AgentTable.Row(
                                                key, "", List.of(), null, null, "test", tx.now()));
                    }
                    return true;
                });
    }

    @Test
    void twoNodesThatCloseACircleAtOnceNeverBothSucceed() {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            for (int i = 0; i < 20; i++) {
                var a = "a" + i;
                var b = "b" + i;
                here.owner().put("/api/agents/" + a, "{}").expect(201);
                here.owner().put("/api/agents/" + b, "{}").expect(201);
                var one = CompletableFuture.supplyAsync(() -> under(here.owner(), a, b));
                var other = CompletableFuture.supplyAsync(() -> under(there.owner(), b, a));
                assertThat(List.of(one.join(), other.join())).containsExactlyInAnyOrder(200, 409);
            }
        }
    }

    private static int under(Caller caller, String child, String parent) {
        return caller.put("/api/agents/" + child, "{\"parent\":\"" + parent + "\"}").status();
    }

    /** Each a child of the one before it. */
    private static void chain(Caller owner, String... names) {
        owner.put("/api/agents/" + names[0], "{}").expect(201);
        for (int i = 1; i < names.length; i++) {
            owner.put("/api/agents/" + names[i], "{\"parent\":\"" + names[i - 1] + "\"}")
                    .expect(201);
        }
    }
}
