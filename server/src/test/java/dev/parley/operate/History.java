package dev.parley.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Does, by chance but the same for the same seed, what agents do: post, pull, ack, upload. */
final class History {
    private static final List<String> KINDS =
            List.of("intent_brief", "plan_update", "message", "result_bundle", "own_kind");

    private static final List<String> WANTED =
            List.of(
                    "{\"message\":\"m\"}",
                    "{\"message\":\"m\",\"priority\":3,\"max_attempts\":1}",
                    "{\"message\":\"m\",\"target_agent\":\"bob\"}");

    private static final List<String> DEEDS =
            List.of(
                    "heartbeat",
                    "progress",
                    "ask",
                    "complete",
                    "complete",
                    "fail",
                    "reject",
                    "release",
                    "cancel");

    /** What a worker once claimed. */
    private record Held(Caller worker, String task, long fence) {}

    private final List<String> tasks = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final Random random;
    private final List<Caller> agents = new ArrayList<>();
    private final List<String> names = List.of("alice", "bob", "Agent C");
    private final List<String> runs = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final List<String> managed = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final Caller person;
    private final TestParley parley;

    History(TestParley parley, long seed) {
        this.parley = parley;
        random = new Random(seed);
        person = parley.person("ann");
        names.forEach(name -> agents.add(parley.agent(name)));
        agents.add(parley.token("{\"agent\":\"alice\",\"space\":\"other\"}"));
    }

    void unfold(int steps) {
        begin();
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(25)) {
                case 0 -> begin();
                case 1 -> upload();
                case 2, 3 -> pull("{\"max_items\":" + (1 + random.nextInt(5)) + "}");
                case 4 -> pull("{\"after\":0}");
                case 5, 6 -> ack();
                case 12, 13, 14, 15, 16, 17 -> converse();
                case 20, 21, 22, 23, 24 -> work();
                case 18 -> control();
                case 19 -> parley.watch(Duration.ofSeconds(20));
                case 7 -> post(agent(), Json.object().put("to", "broadcast"), i);
                case 8 -> post(agent(), large(), i);
                default -> post(agent(), message(), i);
            }
        }
    }

    /** Anybody says anything to anybody in a run that minds; what it refuses leaves no trace. */
    private void converse() {
        var message =
                Json.object()
                        .put("kind", pick(List.copyOf(Kinds.standard().all())).name())
                        .put(
                                "to",
                                pick(
                                        List.of(
                                                "manager",
                                                "worker",
                                                "specialist:c",
                                                "user",
                                                "broadcast")))
                        .put("message_id", "c" + random.nextInt(100_000));
        if (!said.isEmpty() && random.nextInt(3) > 0) {
            message.put("parent_id", pick(said));
        }
        var speaker = random.nextInt(4) == 0 ? person : agent();
        var path = "/api/runs/" + pick(managed);
        var reply = speaker.post(path + "/messages", message.toString());
        assertThat(reply.status()).as(reply.text()).isLessThan(500);
        if (reply.status() == 201) {
            said.add(reply.text("message_id"));
        }
    }

    /** A person holds a run up, lets it go, or ends it now and then. */
    private void control() {
        var act = pick(List.of("pause", "resume", "resume", "steer", "cancel"));
        if (!act.equals("cancel") || random.nextInt(5) == 0) {
            var reply =
                    person.post("/api/runs/" + pick(managed) + "/" + act, "{\"message\":\"on\"}");
            assertThat(reply.status()).as(reply.text()).isLessThan(500);
        }
    }

    /** Somebody wants something done, or does something with what it does or did. */
    private void work() {
        switch (random.nextInt(6)) {
            case 0, 1 ->
                    tasks.add(agent().post("/api/tasks", pick(WANTED)).expect(201).text("task_id"));
            case 2, 3 -> {
                var worker = agent();
                var given = worker.post("/api/tasks/claim", "{\"lease_seconds\":30}").expect(200);
                if (!given.json().path("task").isNull()) {
                    held.add(
                            new Held(
                                    worker,
                                    given.json().at("/task/task_id").asText(),
                                    given.json().at("/lease/fence").asLong()));
                }
            }
            case 4 -> {
                var run = tasks.isEmpty() ? pick(runs) : pick(tasks).replace("task_", "run_");
                var act = pick(List.of("pause", "resume", "resume", "cancel"));
                requireWell(person.post("/api/runs/" + run + "/" + act, "{}"));
            }
            default -> {
                if (!held.isEmpty()) {
                    var one = pick(held);
                    requireWell(
                            one.worker.post(
                                    "/api/tasks/" + one.task + "/" + pick(DEEDS),
                                    "{\"retry\":true,\"fence\":" + one.fence + "}"));
                }
            }
        }
    }

    private static void requireWell(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isLessThan(500);
    }

    private void begin() {
        var minding =
                """
                {"protocol":"managed","participants":
                 {"manager":"alice","worker":"bob","specialist:c":"Agent C"}}
                """;
        managed.add(agents.getFirst().run(minding));
        var run =
                """
                {"protocol":"open","participants":
                 {"manager":"alice","worker":"bob","tester":"Agent C","second":"bob"}}
                """;
        runs.add(agents.getFirst().run(run));
        agents.getLast().run("{}");
    }

    private ObjectNode message() {
        var message =
                Json.object()
                        .put("to", pick(List.of("alice", "worker", "Agent C", "user", "stranger")))
                        .put("kind", pick(KINDS))
                        .put("requires_ack", random.nextBoolean())
                        .put("summary", "\u0000 odd \ud83d\ude00");
        return message;
    }

    private ObjectNode large() {
        var message = message();
        message.putObject("payload").put("text", "x".repeat(70_000 + random.nextInt(1_000)));
        return message;
    }

    private void upload() {
        var text = "blob".repeat(1 + random.nextInt(5_000));
        var agent = agent();
        var blob = agent.post("/api/blobs", BodyPublishers.ofString(text)).expect(201).json();
        if (random.nextBoolean()) {
            var message = message();
            message.set("payload_ref", blob);
            post(agent, message, -1 - random.nextInt(1_000_000));
        }
    }

    private void post(Caller agent, ObjectNode message, int number) {
        var id = "m" + number;
        var path = "/api/runs/" + pick(runs) + "/messages";
        var body = message.put("message_id", id).toString();
        var reply = agent.post(path, body);
        if (reply.status() == Problem.SELF_SEND.status()) {
            reply.expect(Problem.SELF_SEND);
            return;
        }
        if (reply.status() == Problem.CYCLE.status()) {
            goOn(reply);
            return;
        }
        reply.expect(201);
        if (random.nextInt(4) == 0) {
            agent.post(path, body).expect(200);
        }
        sent.add(id);
    }

    /** Lets those go on who wait for each other, in this run or in several. */
    private void goOn(Reply refused) {
        assertThat(refused.text("code")).isIn(Problem.CYCLE.slug(), Problem.RUN_PAUSED.slug());
        var question = refused.text("question_id");
        person.post("/api/questions/" + question + "/answer", "{\"choice\":\"continue\"}")
                .expect(201);
    }

    private void pull(String body) {
        agent().post("/api/runs/" + pick(runs) + "/pull", body).expect(200);
    }

    /** Of something by somebody; most of them are refused, as they should be. */
    private void ack() {
        if (!sent.isEmpty()) {
            var body = "{\"message_id\":\"" + pick(sent) + "\"}";
            agents.subList(0, 3)
                    .forEach(agent -> agent.post("/api/runs/" + pick(runs) + "/ack", body));
        }
    }

    private Caller agent() {
        return agents.get(random.nextInt(3));
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
