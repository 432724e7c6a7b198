package dev.parley.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Tasks of which somebody outside is told. */
final class Told {
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final Caller alice;
    private final Caller bob;

    Told(TestParley parley) {
        alice = parley.agent("alice");
        bob = parley.agent("bob");
    }

    Caller alice() {
        return alice;
    }

    /** A task with this among its fields; its id. */
    String task(String field, String value) {
        return alice.post("/api/tasks", "{\"message\":\"m\",\"%s\":\"%s\"}".formatted(field, value))
                .expect(201)
                .text("task_id");
    }

    /** Bob claims it. */
    long claim(String task) {
        return bob.post("/api/tasks/claim", "{\"task_id\":\"" + task + "\"}")
                .expect(200)
                .json()
                .at("/lease/fence")
                .asLong();
    }

    /** Bob does something with what he holds. */
    void work(String task, long fence, String deed, String more) {
        var reply = bob.post("/api/tasks/" + task + "/" + deed, "{\"fence\":" + fence + more + "}");
        reply.expect(reply.status() == 200 ? 200 : 201);
    }

    void complete(String task, String message) {
        work(task, claim(task), "complete", ",\"message\":\"" + message + "\"");
    }

    /** The newest notice of a task once it is like this. */
    JsonNode await(String task, Predicate<JsonNode> like) {
        while (true) {
            var notices = alice.get("/api/tasks/" + task).expect(200).elements("notices");
            if (!notices.isEmpty() && like.test(notices.getFirst())) {
                return notices.getFirst();
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    JsonNode await(String task, String state) {
        return await(task, notice -> notice.path("state").asText().equals(state));
    }

    /** The newest notice once it was tried so often in vain. */
    JsonNode awaitFailures(String task, int attempts) {
        return await(
                task,
                notice -> notice.path("attempts").asInt() == attempts && notice.has("last_error"));
    }
}
