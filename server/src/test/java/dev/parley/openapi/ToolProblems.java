package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.Problem;

/** What can go wrong with tools. */
final class ToolProblems {
    private static final String CALL = "POST /api/runs/{run}/tools/{tool}";
    private static final String ECHO = "{\"arguments\":{\"text\":\"x\"}}";
    private static final int MAX_QUESTIONS = 100;

    private final Stage stage;

    private ToolProblems(Stage stage) {
        this.stage = stage;
    }

    static void add(Provocations to, Stage stage) {
        var tools = new ToolProblems(stage);
        tools.ofPolicy(to);
        tools.ofRuns(to);
        tools.ofCalls(to);
        to.add(
                "GET /api/runs/{run}/tool-calls/{call}",
                Problem.UNKNOWN_MESSAGE,
                () -> stage.alice.get("/api/runs/" + stage.open() + "/tool-calls/none"));
    }

    private static Reply call(Caller caller, String run, String tool, String body) {
        return caller.post("/api/runs/" + run + "/tools/" + tool, body);
    }

    private Reply call(String tool, String body) {
        return call(stage.bob, stage.open(), tool, body);
    }

    private static Reply write(Caller caller, String run, int number) {
        return call(
                caller,
                run,
                "bench__write",
                "{\"wait\":0,\"arguments\":{\"path\":\"/dev/null\",\"text\":\"" + number + "\"}}");
    }

    private void ofPolicy(Provocations to) {
        to.add(CALL, Problem.TOOL_DENIED, () -> write(stage.alice, stage.managed(), 1));
        to.add(CALL, Problem.APPROVAL_PENDING, () -> write(stage.bob, stage.open(), 1));
        to.add(CALL, Problem.APPROVAL_DENIED, this::whatWasDenied);
        to.add(CALL, Problem.TOO_MANY_QUESTIONS, this::oneTooMany);
        to.add(
                CALL,
                Problem.SENDER_MISMATCH,
                () -> call("bench__echo", "{\"agent_name\":\"alice\"}"));
    }

    private Reply whatWasDenied() {
        var run = stage.open();
        var question = write(stage.bob, run, 1).text("question_id");
        stage.ann
                .post("/api/questions/" + question + "/answer", "{\"decision\":\"deny\"}")
                .expect(201);
        return write(stage.bob, run, 1);
    }

    private Reply oneTooMany() {
        var run = stage.open();
        for (int i = 0; i < MAX_QUESTIONS; i++) {
            write(stage.bob, run, i);
        }
        return write(stage.bob, run, MAX_QUESTIONS);
    }

    private void ofRuns(Provocations to) {
        to.add(CALL, Problem.RUN_ENDED, () -> call(stage.bob, stage.ended(), "bench__echo", ECHO));
        to.add(
                CALL,
                Problem.RUN_PAUSED,
                () -> {
                    var run = stage.open();
                    stage.ann.post("/api/runs/" + run + "/pause", "{}").expect(200);
                    return call(stage.bob, run, "bench__echo", ECHO);
                });
        to.add(
                CALL,
                Problem.NOT_A_PARTICIPANT,
                () ->
                        call(
                                stage.owner,
                                stage.managed(),
                                "bench__echo",
                                "{\"agent_name\":\"carol\"}"));
    }

    private void ofCalls(Provocations to) {
        to.add(CALL, Problem.UNKNOWN_TOOL, () -> call("bench__none", "{}"));
        to.add(CALL, Problem.BAD_ARGUMENTS, () -> call("bench__echo", "{}"));
        to.add(
                CALL,
                Problem.QUOTA,
                () ->
                        call(
                                "bench__echo",
                                ECHO.replace("\"x\"", "\"" + "x".repeat(150 << 10) + "\"")));
        to.add(CALL, Problem.TOOL_FAILED, () -> call("bench__die", "{}"));
        to.add(CALL, Problem.TOOL_UNAVAILABLE, () -> call("none__echo", ECHO));
        to.add(
                CALL,
                Problem.TOOL_TIMEOUT,
                () -> call("bench__wait_for", "{\"arguments\":{\"path\":\"/no/such/file\"}}"));
        to.add(
                CALL,
                Problem.IDEMPOTENCY_MISMATCH,
                () -> {
                    var path = "/api/runs/" + stage.open() + "/tools/bench__echo";
                    stage.bob.post(path, ECHO, "Idempotency-Key", "k").expect(201);
                    return stage.bob.post(path, ECHO.replace("x", "y"), "Idempotency-Key", "k");
                });
    }
}
