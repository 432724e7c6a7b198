package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.Problem;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What can go wrong with sessions. */
final class SessionProblems {
    private static final String CREATE = "POST /api/sessions";
    private static final String SAY = "POST /api/sessions/{session}/messages";
    private static final String KEY = "Idempotency-Key";
    private static final int MAX_DEPTH = 4;

    private final Stage stage;

    private SessionProblems(Stage stage) {
        this.stage = stage;
    }

    static void add(Provocations to, Stage stage) {
        var sessions = new SessionProblems(stage);
        sessions.ofCreation(to);
        sessions.ofWords(to);
        sessions.ofHosts(to);
        for (var path : List.of("", "/messages", "/state", "/events")) {
            to.add(
                    "GET /api/sessions/{session}" + path,
                    Problem.UNKNOWN_SESSION,
                    () -> stage.alice.get("/api/sessions/ses_none" + path));
        }
        to.add(
                "DELETE /api/sessions/{session}",
                Problem.UNKNOWN_SESSION,
                () -> stage.alice.delete("/api/sessions/ses_none"));
        to.add(
                "POST /api/sessions/{session}/stop",
                Problem.UNKNOWN_SESSION,
                () -> stage.ann.post("/api/sessions/ses_none/stop", "{}"));
    }

    /** Agents that the owner has the hub run. */
    private void ofHosts(Provocations to) {
        to.add(
                "PUT /api/agents/{agent}/host",
                Problem.CONFLICT,
                () ->
                        stage.owner.put(
                                "/api/agents/parrot/host",
                                "{\"host\":\"command\",\"command\":\"cat\"}"));
        to.add(
                "GET /api/agents/{agent}/host",
                Problem.UNKNOWN_AGENT,
                () -> stage.owner.get("/api/agents/nobody/host"));
        to.add(
                "DELETE /api/agents/{agent}/host",
                Problem.UNKNOWN_AGENT,
                () -> stage.owner.delete("/api/agents/nobody/host"));
    }

    private static Reply create(Caller caller, String body, String... headers) {
        return caller.post("/api/sessions", body, headers);
    }

    private String session(Caller caller) {
        return create(caller, "{\"agent\":\"bob\"}").expect(201).text("sessionId");
    }

    private static Reply spawn(Caller caller, String from) {
        return create(caller, "{\"agent\":\"bob\",\"fromSession\":\"" + from + "\"}");
    }

    private static Reply say(Caller caller, String session) {
        return say(caller, session, "{\"message\":\"m\"}");
    }

    private static Reply say(Caller caller, String session, String body, String... headers) {
        return caller.post("/api/sessions/" + session + "/messages", body, headers);
    }

    private void ofCreation(Provocations to) {
        to.add(
                CREATE,
                Problem.IDEMPOTENCY_MISMATCH,
                () -> {
                    create(stage.alice, "{\"agent\":\"bob\"}", KEY, "one");
                    return create(stage.alice, "{\"agent\":\"carol\"}", KEY, "one");
                });
        to.add(CREATE, Problem.SENDER_MISMATCH, () -> spawn(stage.carol, session(stage.alice)));
        to.add(CREATE, Problem.UNKNOWN_SESSION, () -> spawn(stage.bob, "ses_none"));
        to.add(
                CREATE,
                Problem.UNKNOWN_AGENT,
                () -> create(stage.ann, "{\"agent\":\"never heard of\"}"));
        to.add(
                CREATE,
                Problem.CWD_NOT_ALLOWED,
                () -> create(stage.ann, "{\"agent\":\"parrot\",\"cwd\":\"/\"}"));
        to.add(
                CREATE,
                Problem.SPAWN_DEPTH,
                () -> {
                    var deepest = session(stage.bob);
                    for (int depth = 2; depth <= MAX_DEPTH; depth++) {
                        deepest = spawn(stage.bob, deepest).expect(201).text("sessionId");
                    }
                    return spawn(stage.bob, deepest);
                });
        to.add(
                CREATE,
                Problem.TRACE_HOPS,
                () ->
                        create(
                                stage.owner,
                                "{\"agent\":\"bob\",\"initialMessage\":\"m\",\"fromSession\":\"%s\"}"
                                        .formatted(oneHopFar())));
        to.add(
                CREATE,
                Problem.PAIR_RATE,
                () -> tooMany(Stage.PAIR_RATE, () -> create(stage.hasty, "{\"agent\":\"bob\"}")));
        to.add(
                CREATE,
                Problem.AGENT_RATE,
                () -> {
                    stage.exhaust(stage.eager);
                    return create(stage.eager, "{\"agent\":\"bob\"}");
                });
    }

    /** A session in which an agent that the hub runs is at what follows from one message. */
    private String oneHopFar() {
        var first = atWork(stage.ann, "{\"agent\":\"sleeper\",\"initialMessage\":\"m\"}");
        return atWork(
                stage.owner,
                "{\"agent\":\"sleeper\",\"initialMessage\":\"m\",\"fromSession\":\"%s\"}"
                        .formatted(first));
    }

    private String atWork(Caller caller, String body) {
        var session = create(caller, body).expect(201).text("sessionId");
        var history = "/api/sessions/" + session + "/messages";
        while (!stage.ann.get(history).text().contains("\"turn\":\"running\"")) {
            LockSupport.parkNanos(1_000_000);
        }
        return session;
    }

    private void ofWords(Provocations to) {
        to.add(
                SAY,
                Problem.TRACE_HOPS,
                () ->
                        say(
                                stage.owner,
                                session(stage.ann),
                                "{\"message\":\"m\",\"fromSession\":\"" + oneHopFar() + "\"}"));
        to.add(SAY, Problem.UNKNOWN_SESSION, () -> say(stage.ann, "ses_none"));
        to.add(
                SAY,
                Problem.SELF_SEND,
                () -> {
                    var own = session(stage.bob);
                    return say(
                            stage.bob, own, "{\"message\":\"m\",\"fromSession\":\"" + own + "\"}");
                });
        to.add(
                SAY,
                Problem.SENDER_MISMATCH,
                () ->
                        say(
                                stage.carol,
                                session(stage.ann),
                                "{\"message\":\"m\",\"source\":\"user\"}"));
        to.add(
                SAY,
                Problem.SESSION_CLOSED,
                () -> {
                    var session = session(stage.ann);
                    stage.ann.delete("/api/sessions/" + session).expect(200);
                    return say(stage.ann, session);
                });
        to.add(
                SAY,
                Problem.RUN_PAUSED,
                () -> {
                    var session = create(stage.ann, "{\"agent\":\"bob\"}").expect(201);
                    stage.ann.post("/api/runs/" + session.text("runId") + "/pause", "{}");
                    return say(stage.carol, session.text("sessionId"));
                });
        to.add(
                SAY,
                Problem.MESSAGE_ID_CONFLICT,
                () -> {
                    var session = session(stage.ann);
                    say(stage.ann, session, "{\"message\":\"m\"}", KEY, "two");
                    return say(stage.ann, session, "{\"message\":\"n\"}", KEY, "two");
                });
        to.add(
                SAY,
                Problem.PAIR_RATE,
                () -> {
                    var session = session(stage.ann);
                    return tooMany(Stage.PAIR_RATE, () -> say(stage.hasty, session));
                });
        to.add(
                SAY,
                Problem.AGENT_RATE,
                () -> {
                    stage.exhaust(stage.eager);
                    return say(stage.eager, session(stage.ann));
                });
    }

    private static Reply tooMany(int limit, Supplier<Reply> act) {
        for (int i = 0; i < limit; i++) {
            var _ = act.get();
        }
        return act.get();
    }
}
