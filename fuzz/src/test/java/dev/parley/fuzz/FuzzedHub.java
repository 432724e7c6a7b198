package dev.parley.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.Cursor;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A real hub with a run of each protocol, to which anything at all may be sent. */
final class FuzzedHub implements AutoCloseable {
    private static final List<String> RUNS =
            List.of(
                    "{\"protocol\":\"open\"}",
                    "{\"protocol\":\"tree\",\"participants\":{\"root\":\"alice\"}}",
                    """
                    {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}
                    """);
    private static final String[] JSON = {"Content-Type", "application/json"};

    /** A run that refuses everything from now on makes room for a new one. */
    private static final Set<Problem> OVER =
            EnumSet.of(Problem.RUN_ENDED, Problem.RUN_PAUSED, Problem.ILLEGAL_TRANSITION);

    private static final Set<Problem> BURIED =
            EnumSet.of(Problem.BAD_JSON, Problem.BAD_VALUE, Problem.CONFLICTING_FIELDS);

    final TestParley parley;
    final Caller owner;
    private final String epoch;
    private final List<String> runs = new ArrayList<>();

    FuzzedHub() {
        parley = TestParley.with("store.synchronous", "off").start();
        owner = parley.owner();
        owner.put("/api/agents/alice", "{}").expect(201);
        owner.put("/api/agents/bob", "{\"parent\":\"alice\"}").expect(201);
        RUNS.forEach(json -> runs.add(owner.run(json)));
        epoch = owner.get("/api/runs/" + runs.getFirst()).text("epoch");
    }

    /** Some run; the same one for the same number, while it lasts. */
    String run(int n) {
        return runs.get(Math.floorMod(n, runs.size()));
    }

    /** A cursor of this hub's epoch to any place, whether there is such a place or not. */
    String cursor(String place) {
        return Cursor.write(epoch, place);
    }

    /** Sends a message to a run: it is in the log as told, or refused by name and kept. */
    void post(int n, byte[] body) {
        var run = run(n);
        var messages = "/api/runs/" + run + "/messages";
        var reply = sound(owner.post(messages, BodyPublishers.ofByteArray(body), JSON));
        if (reply.status() < 300) {
            long seq = reply.number("seq");
            var format = List.of("envelope", "protocol", "event").get((int) (seq % 3));
            var at = messages + "?limit=1&format=" + format + "&after=" + (seq - 1);
            assertThat(owner.get(at).expect(200).elements("items")).hasSize(1);
            return;
        }
        var problem = problem(reply);
        if (OVER.contains(problem)) {
            runs.set(runs.indexOf(run), owner.run(RUNS.get(runs.indexOf(run))));
        }
        if (BURIED.contains(problem) && body.length > 0) {
            var newest = owner.get("/api/dead-letters?limit=1").expect(200);
            assertThat(newest.all("items", "code")).containsExactly(problem.slug());
        }
    }

    /** Whatever was asked, this is how a hub answers: never a failure of its own, never unnamed. */
    static Reply sound(Reply reply) {
        if (reply.status() >= 400) {
            assertThat(reply.status()).isEqualTo(problem(reply).status());
            assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(reply.text("detail")).isNotBlank();
        }
        return reply;
    }

    private static Problem problem(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isLessThan(500);
        return Problem.ofSlug(reply.text("code")).orElseThrow();
    }

    @Override
    public void close() {
        assertThat(owner.get("/api/check").elements("findings")).isEmpty();
        parley.close();
    }
}
