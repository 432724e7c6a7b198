package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.Problem;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/** What can go wrong with tasks. */
final class TaskProblems {
    private static final List<String> DEEDS =
            List.of("heartbeat", "progress", "ask", "complete", "fail", "reject", "release");

    /** Those of them that say something in the task's run. */
    private static final List<String> WORDS = List.of("progress", "ask", "complete");

    /** More than the space may keep. */
    private static final String LARGE = "x".repeat(Stage.BLOB_SIZE - (20 << 10));

    private static final String KEY = "Idempotency-Key";

    private final Stage stage;

    private TaskProblems(Stage stage) {
        this.stage = stage;
    }

    static void add(Provocations to, Stage stage) {
        var tasks = new TaskProblems(stage);
        tasks.ofRequesters(to);
        tasks.ofClaims(to);
        DEEDS.forEach(deed -> tasks.ofLeases(to, deed));
        WORDS.forEach(deed -> tasks.ofWords(to, deed));
        to.add(
                "POST /api/tasks/{task}/complete",
                Problem.CRITERIA_OPEN,
                tasks::completeWhatIsNotJudged);
    }

    /** A task that bob holds. */
    private record Held(String task, long fence) {
        String lease(String more) {
            return "{\"fence\":" + fence + more + "}";
        }

        String run() {
            return task.replaceFirst("task_", "run_");
        }
    }

    private String task() {
        return stage.alice
                .post("/api/tasks", "{\"message\":\"m\",\"target_agent\":\"bob\"}")
                .expect(201)
                .text("task_id");
    }

    private Held held() {
        var task = task();
        var given = claim(stage.bob, task).expect(200);
        return new Held(task, given.json().at("/lease/fence").asLong());
    }

    private String over() {
        var task = task();
        stage.alice.post("/api/tasks/" + task + "/cancel", "{}").expect(200);
        return task;
    }

    private static Reply claim(Caller worker, String task) {
        return worker.post("/api/tasks/claim", "{\"task_id\":\"" + task + "\"}");
    }

    private Reply act(String task, String deed, String body) {
        return stage.bob.post("/api/tasks/" + task + "/" + deed, body);
    }

    private Reply change(String task) {
        return stage.alice.send(
                stage.alice
                        .request("/api/tasks/" + task)
                        .header("Content-Type", "application/json")
                        .method("PATCH", BodyPublishers.ofString("{\"priority\":1}")));
    }

    private void ofRequesters(Provocations to) {
        var create = "POST /api/tasks";
        var task = "/api/tasks/{task}";
        to.add(
                create,
                Problem.SENDER_MISMATCH,
                () -> stage.alice.post("/api/tasks", "{\"message\":\"m\",\"from\":\"bob\"}"));
        to.add(
                create,
                Problem.QUOTA,
                () -> stage.alice.post("/api/tasks", "{\"message\":\"" + LARGE + "\"}"));
        to.add(
                create,
                Problem.IDEMPOTENCY_MISMATCH,
                () -> {
                    stage.alice.post("/api/tasks", "{\"message\":\"a\"}", KEY, "t").expect(201);
                    return stage.alice.post("/api/tasks", "{\"message\":\"b\"}", KEY, "t");
                });
        to.add(
                create,
                Problem.NOT_CONFIGURED,
                () ->
                        stage.alice.post(
                                "/api/tasks",
                                "{\"message\":\"m\",\"notify_email\":\"ann@example.com\"}"));
        to.add(
                create,
                Problem.ADDRESS_REFUSED,
                () ->
                        stage.alice.post(
                                "/api/tasks",
                                "{\"message\":\"m\",\"notify_webhook\":\"https://10.0.0.1/\"}"));
        to.add("GET " + task, Problem.UNKNOWN_TASK, () -> stage.ann.get("/api/tasks/task_none"));
        to.add("PATCH " + task, Problem.UNKNOWN_TASK, () -> change("task_none"));
        to.add("PATCH " + task, Problem.TASK_ENDED, () -> change(over()));
        var requeue = "POST " + task + "/requeue";
        to.add(
                requeue,
                Problem.UNKNOWN_TASK,
                () -> stage.alice.post("/api/tasks/task_none/requeue", ""));
        to.add(
                requeue,
                Problem.ILLEGAL_TRANSITION,
                () -> stage.alice.post("/api/tasks/" + task() + "/requeue", ""));
        to.add(
                requeue,
                Problem.CONFLICT,
                () -> {
                    var large = "{\"message\":\"" + "x".repeat(100_000) + "\"}";
                    var id = stage.alice.post("/api/tasks", large).expect(201).text("task_id");
                    stage.alice.post("/api/tasks/" + id + "/cancel", "{}").expect(200);
                    return stage.alice.post("/api/tasks/" + id + "/requeue", "");
                });
        var cancel = "POST " + task + "/cancel";
        to.add(
                cancel,
                Problem.UNKNOWN_TASK,
                () -> stage.alice.post("/api/tasks/task_none/cancel", "{}"));
        to.add(
                cancel,
                Problem.TASK_ENDED,
                () -> stage.alice.post("/api/tasks/" + over() + "/cancel", "{}"));
    }

    private void ofClaims(Provocations to) {
        var claim = "POST /api/tasks/claim";
        to.add(
                claim,
                Problem.SENDER_MISMATCH,
                () -> stage.bob.post("/api/tasks/claim", "{\"agent_name\":\"carol\"}"));
        to.add(
                "GET /api/tasks/stream",
                Problem.SENDER_MISMATCH,
                () -> stage.bob.get("/api/tasks/stream?agent_name=carol"));
        to.add(
                "POST /api/tasks/leave",
                Problem.SENDER_MISMATCH,
                () -> stage.bob.post("/api/tasks/leave", "{\"agent_name\":\"carol\"}"));
        to.add(claim, Problem.NOT_ELIGIBLE, () -> claim(stage.carol, task()));
        to.add(claim, Problem.UNKNOWN_TASK, () -> claim(stage.bob, "task_none"));
        to.add(claim, Problem.CONFLICT, () -> claim(stage.bob, held().task()));
        to.add(
                claim,
                Problem.IDEMPOTENCY_MISMATCH,
                () -> {
                    var wanted = "{\"task_id\":\"" + task() + "\"}";
                    stage.bob.post("/api/tasks/claim", wanted, KEY, "c").expect(200);
                    return stage.bob.post("/api/tasks/claim", "{}", KEY, "c");
                });
    }

    private void ofLeases(Provocations to, String deed) {
        var operation = "POST /api/tasks/{task}/" + deed;
        to.add(
                operation,
                Problem.SENDER_MISMATCH,
                () -> {
                    var held = held();
                    return act(held.task(), deed, held.lease(",\"agent_name\":\"carol\""));
                });
        to.add(operation, Problem.UNKNOWN_TASK, () -> act("task_none", deed, "{\"fence\":1}"));
        to.add(operation, Problem.STALE_LEASE, () -> act(held().task(), deed, "{\"fence\":999}"));
        to.add(
                operation,
                Problem.TASK_ENDED,
                () -> {
                    var held = held();
                    stage.alice.post("/api/tasks/" + held.task() + "/cancel", "{}").expect(200);
                    return act(held.task(), deed, held.lease(""));
                });
    }

    private void ofWords(Provocations to, String deed) {
        var operation = "POST /api/tasks/{task}/" + deed;
        to.add(
                operation,
                Problem.RUN_PAUSED,
                () -> {
                    var held = held();
                    stage.ann.post("/api/runs/" + held.run() + "/pause", "{}").expect(200);
                    return act(held.task(), deed, held.lease(""));
                });
        to.add(
                operation,
                Problem.MESSAGE_ID_CONFLICT,
                () -> {
                    var held = held();
                    act(held.task(), deed, held.lease(",\"message_id\":\"m1\"")).expect(201);
                    return act(
                            held.task(),
                            deed,
                            held.lease(",\"message_id\":\"m1\",\"x\":\"other\""));
                });
        to.add(
                operation,
                Problem.QUOTA,
                () -> {
                    var held = held();
                    return act(held.task(), deed, held.lease(",\"x\":\"" + LARGE + "\""));
                });
    }

    private Reply completeWhatIsNotJudged() {
        var held = held();
        stage.alice
                .put(
                        "/api/runs/" + held.run() + "/intent",
                        "{\"acceptance_criteria\":[\"it works\"]}")
                .expect(200);
        return act(held.task(), "complete", held.lease(""));
    }
}
