package dev.parley.openapi;

import static dev.parley.protocol.Problem.AGENT_RATE;
import static dev.parley.protocol.Problem.CLARIFICATION_LOOP;
import static dev.parley.protocol.Problem.CRITERIA_OPEN;
import static dev.parley.protocol.Problem.CYCLE;
import static dev.parley.protocol.Problem.ILLEGAL_TRANSITION;
import static dev.parley.protocol.Problem.INTERNAL_LOOP;
import static dev.parley.protocol.Problem.MESSAGE_ID_CONFLICT;
import static dev.parley.protocol.Problem.NOTHING_ASKED;
import static dev.parley.protocol.Problem.NOT_ADDRESSED;
import static dev.parley.protocol.Problem.NOT_A_PARTICIPANT;
import static dev.parley.protocol.Problem.NOT_NARRATOR;
import static dev.parley.protocol.Problem.PAIR_RATE;
import static dev.parley.protocol.Problem.QUESTION_CLOSED;
import static dev.parley.protocol.Problem.QUOTA;
import static dev.parley.protocol.Problem.RUN_ENDED;
import static dev.parley.protocol.Problem.RUN_PAUSED;
import static dev.parley.protocol.Problem.SELF_SEND;
import static dev.parley.protocol.Problem.SENDER_MISMATCH;
import static dev.parley.protocol.Problem.TOO_MANY_QUESTIONS;
import static dev.parley.protocol.Problem.TRACE_HOPS;
import static dev.parley.protocol.Problem.UNKNOWN_BLOB;
import static dev.parley.protocol.Problem.UNKNOWN_KIND;
import static dev.parley.protocol.Problem.UNKNOWN_PARENT;
import static dev.parley.protocol.Problem.UNKNOWN_RUN;
import static dev.parley.protocol.Problem.WRONG_DIRECTION;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.Problem;
import java.util.function.Supplier;

/** What a message can be refused for, in whichever way it is sent. */
final class MessageProblems {
    private final Stage stage;
    private final Way way;

    /** How a message gets into a run. */
    interface Way {
        Reply send(Caller sender, String run, String message);
    }

    private MessageProblems(Stage stage, Way way) {
        this.stage = stage;
        this.way = way;
    }

    /** Adds all of them for an operation that sends messages. */
    static void add(Provocations to, Stage stage, String operation, Way way) {
        new MessageProblems(stage, way).add((problem, act) -> to.add(operation, problem, act));
    }

    private interface Adding {
        void add(Problem problem, Supplier<Reply> act);
    }

    private void add(Adding to) {
        to.add(SELF_SEND, () -> way.send(stage.alice, stage.open(), "{\"to\":\"alice\"}"));
        to.add(
                SENDER_MISMATCH,
                () -> way.send(stage.bob, stage.open(), "{\"to\":\"alice\",\"from\":\"carol\"}"));
        to.add(NOT_NARRATOR, () -> fromBob("{\"to\":\"user\",\"kind\":\"final_response\"}"));
        to.add(UNKNOWN_RUN, () -> way.send(stage.bob, "run_none", "{\"to\":\"alice\"}"));
        to.add(UNKNOWN_KIND, () -> fromBob("{\"to\":\"manager\",\"kind\":\"dance\"}"));
        to.add(WRONG_DIRECTION, () -> fromBob("{\"to\":\"manager\",\"kind\":\"intent_brief\"}"));
        to.add(
                NOT_A_PARTICIPANT,
                () -> fromAlice("{\"to\":\"specialist:pcb\",\"kind\":\"intent_brief\"}"));
        to.add(
                UNKNOWN_PARENT,
                () -> fromBob("{\"to\":\"manager\",\"kind\":\"REPORT\",\"parent_id\":\"none\"}"));
        to.add(
                UNKNOWN_BLOB,
                () ->
                        fromBob(
                                """
                                {"to":"manager","kind":"artifact","payload_ref":
                                  {"blob_id":"none","size":1,"sha256":"%s"}}"""
                                        .formatted("0".repeat(64))));
        to.add(
                QUOTA,
                () ->
                        fromBob(
                                "{\"to\":\"manager\",\"kind\":\"artifact\",\"payload\":{\"x\":\"%s\"}}"
                                        .formatted("x".repeat(120 << 10))));
        to.add(MESSAGE_ID_CONFLICT, this::another);
        to.add(RUN_ENDED, () -> way.send(stage.alice, stage.ended(), "{\"to\":\"bob\"}"));
        to.add(RUN_PAUSED, this::whilePaused);
        to.add(NOT_ADDRESSED, this::ackOfWhatIsForSomebodyElse);
        to.add(QUESTION_CLOSED, this::answerTwice);
        to.add(NOTHING_ASKED, this::reportTwice);
        to.add(ILLEGAL_TRANSITION, this::goOnAfterTheReport);
        to.add(CRITERIA_OPEN, this::endTooEarly);
        to.add(TOO_MANY_QUESTIONS, this::tooManyQuestions);
        to.add(TRACE_HOPS, this::chain);
        to.add(INTERNAL_LOOP, this::loop);
        to.add(CLARIFICATION_LOOP, this::askAgain);
        to.add(CYCLE, this::cycle);
        to.add(PAIR_RATE, this::tooManyToOne);
        to.add(AGENT_RATE, this::tooManyToAll);
    }

    private Reply fromAlice(String message) {
        return way.send(stage.alice, stage.managed(), message);
    }

    private Reply fromBob(String message) {
        return way.send(stage.bob, stage.managed(), message);
    }

    private Reply another() {
        var run = stage.open();
        stage.alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m\"}");
        return way.send(stage.alice, run, "{\"to\":\"carol\",\"message_id\":\"m\"}");
    }

    private Reply whilePaused() {
        var run = stage.managed();
        stage.ann.post("/api/runs/" + run + "/pause", "{}").expect(200);
        return way.send(stage.bob, run, "{\"to\":\"manager\",\"kind\":\"plan_update\"}");
    }

    private Reply ackOfWhatIsForSomebodyElse() {
        var run = stage.open();
        stage.alice.say(run, "{\"to\":\"carol\",\"message_id\":\"m\"}");
        return way.send(stage.bob, run, "{\"to\":\"alice\",\"kind\":\"ack\",\"parent_id\":\"m\"}");
    }

    private Reply answerTwice() {
        var run = stage.open();
        stage.question(run);
        var answer =
                """
                {"type":"USER_RESPONSE","to":"alice","answer":"%s","in_response_to":"ask"}""";
        stage.ann.say(run, answer.formatted("yes"));
        return way.send(stage.ann, run, answer.formatted("no"));
    }

    private Reply reportTwice() {
        stage.ann.put("/api/agents/alice", "{}");
        stage.ann.put("/api/agents/bob", "{\"parent\":\"alice\"}");
        var run = stage.alice.run("{\"protocol\":\"tree\",\"participants\":{\"alice\":\"alice\"}}");
        stage.alice.say(run, "{\"to\":\"bob\",\"kind\":\"DELEGATE\",\"message_id\":\"m\"}");
        var report = "{\"to\":\"alice\",\"kind\":\"REPORT\",\"parent_id\":\"m\"}";
        stage.bob.say(run, report);
        return way.send(stage.bob, run, report);
    }

    private Reply goOnAfterTheReport() {
        var run = stage.managed();
        stage.alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        stage.bob.say(run, "{\"to\":\"manager\",\"kind\":\"result_bundle\"}");
        return way.send(stage.bob, run, "{\"to\":\"manager\",\"kind\":\"plan_update\"}");
    }

    private Reply endTooEarly() {
        var run = stage.managed();
        stage.alice
                .put("/api/runs/" + run + "/intent", "{\"acceptance_criteria\":[\"done\"]}")
                .expect(200);
        return way.send(stage.alice, run, "{\"to\":\"user\",\"kind\":\"final_response\"}");
    }

    private Reply tooManyQuestions() {
        var run = stage.open();
        var question = "{\"to\":\"user\",\"kind\":\"blocker\"}";
        for (int i = 0; i < 100; i++) {
            stage.alice.say(run, question);
        }
        return way.send(stage.alice, run, question);
    }

    private Reply chain() {
        var run = stage.open();
        stage.alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m0\"}");
        stage.alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m1\",\"parent_id\":\"m0\"}");
        return way.send(stage.alice, run, "{\"to\":\"bob\",\"parent_id\":\"m1\"}");
    }

    private Reply loop() {
        var run = stage.managed();
        for (int i = 0; i < 4; i++) {
            stage.alice.say(run, "{\"to\":\"worker\",\"kind\":\"status_check\"}");
        }
        return way.send(stage.alice, run, "{\"to\":\"worker\",\"kind\":\"status_check\"}");
    }

    private Reply askAgain() {
        var run = stage.managed();
        stage.alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        stage.bob.say(
                run,
                "{\"to\":\"manager\",\"kind\":\"clarification_request\",\"message_id\":\"q\"}");
        stage.alice.say(
                run, "{\"to\":\"worker\",\"kind\":\"clarification_reply\",\"parent_id\":\"q\"}");
        return way.send(stage.bob, run, "{\"to\":\"manager\",\"kind\":\"clarification_request\"}");
    }

    private Reply cycle() {
        var run = stage.open();
        stage.alice.say(run, "{\"to\":\"bob\",\"kind\":\"QUERY\"}");
        stage.bob.say(run, "{\"to\":\"carol\",\"kind\":\"QUERY\"}");
        return way.send(stage.carol, run, "{\"to\":\"alice\",\"kind\":\"QUERY\"}");
    }

    private Reply tooManyToOne() {
        return tooMany(stage.hasty, Stage.PAIR_RATE, "{\"to\":\"bob\"}");
    }

    private Reply tooManyToAll() {
        return tooMany(stage.eager, Stage.AGENT_RATE, "{\"to\":\"agent %d\"}");
    }

    private Reply tooMany(Caller sender, int limit, String message) {
        var run = stage.open();
        for (int i = 0; i < limit; i++) {
            sender.post("/api/runs/" + run + "/messages", message.formatted(i));
        }
        return way.send(sender, run, message.formatted(limit));
    }
}
