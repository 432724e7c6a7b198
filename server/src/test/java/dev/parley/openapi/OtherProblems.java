package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.Problem;
import java.net.http.HttpRequest.BodyPublishers;

/** What other operations than sending can be refused for, each in its own way. */
final class OtherProblems {
    private static final String KEY = "Idempotency-Key";

    private final Stage stage;

    private OtherProblems(Stage stage) {
        this.stage = stage;
    }

    static void add(Provocations to, Stage stage) {
        var other = new OtherProblems(stage);
        other.ofRuns(to);
        other.ofAgents(to);
        SelectProblems.add(to, stage);
        other.ofQuestionsAndLetters(to);
        other.ofBlobsAndTokens(to);
        other.ofTopics(to);
        other.ofMcp(to);
        other.ofConsole(to);
    }

    private void ofConsole(Provocations to) {
        for (var file :
                new String[] {
                    "/_console/{file}",
                    "/_console/{folder}/{file}",
                    "/_static/{library}/{version}/{file}",
                    "/_static/{library}/{version}/{folder}/{file}"
                }) {
            to.add(
                    "GET " + file,
                    Problem.NOT_FOUND,
                    () -> stage.ann.get(file.replaceAll("[{}]", "") + ".js"));
        }
        to.add(
                "POST /api/console/login",
                Problem.UNAUTHENTICATED,
                () -> stage.ann.post("/api/console/login", "{\"token\":\"wrong\"}"));
    }

    private void ofRuns(Provocations to) {
        to.add(
                "POST /api/runs",
                Problem.IDEMPOTENCY_MISMATCH,
                () -> twice(stage.alice, "/api/runs", "{}", "{\"protocol\":\"tree\"}"));
        to.add(
                "POST /api/runs/{run}/steer",
                Problem.NOT_A_PARTICIPANT,
                () ->
                        stage.ann.post(
                                "/api/runs/" + stage.managed() + "/steer",
                                "{\"message\":\"go\",\"to\":\"carol\"}"));
        to.add(
                "POST /api/runs/{run}/steer",
                Problem.MESSAGE_ID_CONFLICT,
                () -> {
                    var steer = "/api/runs/" + stage.managed() + "/steer";
                    stage.ann.post(steer, "{\"message\":\"go\",\"message_id\":\"go\"}");
                    return stage.ann.post(steer, "{\"message\":\"stop\",\"message_id\":\"go\"}");
                });
        for (var act : new String[] {"pause", "resume", "cancel"}) {
            to.add(
                    "POST /api/runs/{run}/" + act,
                    Problem.RUN_ENDED,
                    () -> stage.ann.post("/api/runs/" + stage.ended() + "/" + act, "{}"));
        }
        var intent = "PUT /api/runs/{run}/intent";
        to.add(intent, Problem.RUN_ENDED, () -> put(stage.ended(), "{}"));
        to.add(intent, Problem.INTENT_CHANGED, () -> put(stage.open(), "{\"version\":7}"));
        to.add(
                intent,
                Problem.UNKNOWN_MESSAGE,
                () ->
                        put(
                                stage.open(),
                                """
                                {"acceptance_criteria":[{"text":"x","status":"met","shown_by":"none"}]}"""));
        for (var read : new String[] {"", "/receipts"}) {
            to.add(
                    "GET /api/runs/{run}/messages/{message}" + read,
                    Problem.UNKNOWN_MESSAGE,
                    () -> stage.alice.get("/api/runs/" + stage.open() + "/messages/none" + read));
        }
        to.add(
                "POST /api/runs/{run}/pull",
                Problem.SENDER_MISMATCH,
                () ->
                        stage.bob.post(
                                "/api/runs/" + stage.open() + "/pull", "{\"agent_id\":\"alice\"}"));
        to.add("POST /api/messages", Problem.CONFLICT, this::replyToOneOfTwo);
        var ack = "POST /api/runs/{run}/ack";
        to.add(ack, Problem.SENDER_MISMATCH, () -> ack(stage.bob, "\"agent_id\":\"alice\","));
        to.add(ack, Problem.NOT_ADDRESSED, () -> ack(stage.bob, ""));
        to.add(ack, Problem.UNKNOWN_MESSAGE, () -> ack(stage.open(), stage.bob, ""));
    }

    private Reply replyToOneOfTwo() {
        for (int i = 0; i < 2; i++) {
            stage.alice.say(
                    stage.open(), "{\"to\":\"bob\",\"kind\":\"QUERY\",\"message_id\":\"which\"}");
        }
        return stage.bob.post(
                "/api/messages",
                "{\"to\":\"alice\",\"kind\":\"ANSWER\",\"in_response_to\":\"which\"}");
    }

    private void ofTopics(Provocations to) {
        var publish = "POST /api/events";
        to.add(
                publish,
                Problem.IDEMPOTENCY_MISMATCH,
                () ->
                        twice(
                                stage.alice,
                                "/api/events",
                                "{\"event_type\":\"a\"}",
                                "{\"event_type\":\"b\"}"));
        to.add(
                publish,
                Problem.SENDER_MISMATCH,
                () -> stage.alice.post("/api/events", "{\"event_type\":\"a\",\"agent\":\"bob\"}"));
        var none = "/api/subscriptions/none";
        to.add(
                "GET /api/events",
                Problem.UNKNOWN_SUBSCRIPTION,
                () -> stage.alice.get("/api/events?subscription=none"));
        to.add(
                "GET /api/subscriptions/{subscription}",
                Problem.UNKNOWN_SUBSCRIPTION,
                () -> stage.alice.get(none));
        to.add(
                "DELETE /api/subscriptions/{subscription}",
                Problem.UNKNOWN_SUBSCRIPTION,
                () -> stage.alice.delete(none));
        to.add(
                "POST /api/subscriptions/{subscription}/commit",
                Problem.UNKNOWN_SUBSCRIPTION,
                () -> stage.alice.post(none + "/commit", "{\"position\":0}"));
    }

    private Reply put(String run, String intent) {
        return stage.alice.put("/api/runs/" + run + "/intent", intent);
    }

    private String withAMessage() {
        var run = stage.open();
        stage.alice.say(run, "{\"to\":\"carol\",\"message_id\":\"m\"}");
        return run;
    }

    private Reply ack(Caller reader, String as) {
        return ack(withAMessage(), reader, as);
    }

    private static Reply ack(String run, Caller reader, String as) {
        return reader.post("/api/runs/" + run + "/ack", "{" + as + "\"message_id\":\"m\"}");
    }

    private static Reply twice(Caller caller, String path, String first, String second) {
        caller.post(path, first, KEY, "k").expect(201);
        return caller.post(path, second, KEY, "k");
    }

    private void ofAgents(Provocations to) {
        var agent = "/api/agents/{agent}";
        to.add("GET " + agent, Problem.UNKNOWN_AGENT, () -> stage.ann.get("/api/agents/none"));
        to.add(
                "DELETE " + agent,
                Problem.UNKNOWN_AGENT,
                () -> stage.ann.delete("/api/agents/none"));
        to.add("DELETE " + agent, Problem.AGENT_IN_USE, this::removeAParent);
        to.add("PUT " + agent, Problem.PARENT_CYCLE, this::parentOfItself);
        to.add("PUT " + agent, Problem.TREE_DEPTH, this::tooDeep);
        to.add(
                "POST /api/agents/{agent}/instances/{id}/heartbeat",
                Problem.CONFLICT,
                () -> oneTooMany("heartbeat"));
        to.add(
                "POST /api/agents/{agent}/instances/{id}/state",
                Problem.CONFLICT,
                () -> oneTooMany("state"));
    }

    private Reply card(String name, String parent) {
        return stage.ann.put("/api/agents/" + name, "{\"parent\":\"" + parent + "\"}");
    }

    private Reply removeAParent() {
        stage.ann.put("/api/agents/above", "{}").expect(201);
        card("below", "above").expect(201);
        return stage.ann.delete("/api/agents/above");
    }

    private Reply parentOfItself() {
        stage.ann.put("/api/agents/chicken", "{}").expect(201);
        card("egg", "chicken").expect(201);
        return card("chicken", "egg");
    }

    private Reply tooDeep() {
        stage.ann.put("/api/agents/d0", "{}").expect(201);
        for (int i = 1; i < 32; i++) {
            card("d" + i, "d" + (i - 1)).expect(201);
        }
        return card("d32", "d31");
    }

    private Reply oneTooMany(String act) {
        var many = "/api/agents/many-" + act + "/instances/";
        var body = "{\"state\":\"busy\"}";
        for (int i = 0; i < 256; i++) {
            stage.owner.post(many + "i" + i + "/" + act, body).expect(200);
        }
        return stage.owner.post(many + "another/" + act, body);
    }

    private void ofQuestionsAndLetters(Provocations to) {
        var question = "/api/questions/{question}";
        to.add(
                "GET " + question,
                Problem.UNKNOWN_QUESTION,
                () -> stage.ann.get("/api/questions/none.1"));
        to.add(
                "POST " + question + "/answer",
                Problem.UNKNOWN_QUESTION,
                () -> answer("none.1", "yes"));
        to.add(
                "POST " + question + "/answer",
                Problem.QUESTION_CLOSED,
                () -> {
                    var id = stage.question(stage.open());
                    answer(id, "yes").expect(201);
                    return answer(id, "no");
                });
        to.add(
                "POST " + question + "/answer",
                Problem.NOT_AN_ANSWER,
                () -> answer(stage.question(stage.open()), Stage.BESIDE));
        var letter = "/api/dead-letters/{letter}";
        to.add(
                "DELETE " + letter,
                Problem.UNKNOWN_DEAD_LETTER,
                () -> stage.ann.delete("/api/dead-letters/none.1"));
        to.add(
                "POST " + letter + "/requeue",
                Problem.UNKNOWN_DEAD_LETTER,
                () -> stage.alice.post("/api/dead-letters/none.1/requeue", "{}"));
        to.add("POST " + letter + "/requeue", Problem.CONFLICT, this::requeueWhatWasCut);
    }

    private Reply answer(String question, String words) {
        return stage.ann.post(
                "/api/questions/" + question + "/answer", "{\"answer\":\"" + words + "\"}");
    }

    private Reply requeueWhatWasCut() {
        var path = "/api/runs/" + stage.open() + "/messages";
        var large = "{\"to\":1,\"summary\":\"%s\"}".formatted("x".repeat(70 << 10));
        stage.alice.post(path, large).expect(Problem.BAD_VALUE);
        var id = stage.alice.get("/api/dead-letters?limit=1").all("items", "id").getFirst();
        return stage.alice.post("/api/dead-letters/" + id + "/requeue", "{}");
    }

    private void ofMcp(Provocations to) {
        to.add("GET /mcp", Problem.METHOD_NOT_ALLOWED, () -> stage.alice.get("/mcp"));
        for (var method : new String[] {"GET", "DELETE"}) {
            to.add(
                    method + " /mcp",
                    Problem.UNKNOWN_CONNECTION,
                    () -> session(method, "MCP-Protocol-Version", "2025-11-25"));
            to.add(
                    method + " /mcp",
                    Problem.UNSUPPORTED_VERSION,
                    () -> session(method, "MCP-Protocol-Version", "1999-01-01"));
        }
    }

    private Reply session(String method, String header, String value) {
        return stage.alice.send(
                stage.alice
                        .request("/mcp")
                        .headers("Mcp-Session-Id", "none", header, value)
                        .method(method, BodyPublishers.noBody()));
    }

    private void ofBlobsAndTokens(Provocations to) {
        to.add("POST /api/blobs", Problem.BODY_SIZE, () -> stage.blob(Stage.BLOB_SIZE + 1));
        to.add("POST /api/blobs", Problem.QUOTA, () -> stage.blob(Stage.BLOB_SIZE));
        to.add(
                "POST /api/blobs",
                Problem.IDEMPOTENCY_MISMATCH,
                () -> {
                    stage.blob(1, KEY, "b").expect(201);
                    return stage.blob(2, KEY, "b");
                });
        to.add(
                "GET /api/blobs/{blob}",
                Problem.UNKNOWN_BLOB,
                () -> stage.alice.get("/api/blobs/none"));
        to.add(
                "GET /api/blobs/{blob}",
                Problem.BAD_RANGE,
                () -> {
                    var id = stage.blob(3).expect(201).text("blob_id");
                    return stage.alice.send(
                            stage.alice.request("/api/blobs/" + id).header("Range", "bytes=9-"));
                });
        to.add(
                "POST /api/tokens",
                Problem.IDEMPOTENCY_MISMATCH,
                () ->
                        twice(
                                stage.owner,
                                "/api/tokens",
                                "{\"agent\":\"dan\"}",
                                "{\"agent\":\"eve\"}"));
        to.add(
                "DELETE /api/tokens/{token}",
                Problem.UNKNOWN_TOKEN,
                () -> stage.owner.delete("/api/tokens/none"));
        to.add("GET /ws", Problem.UPGRADE_REQUIRED, () -> stage.alice.get("/ws"));
    }
}
