package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.Problem;

/** What can go wrong with a choice that is to stand in the log of a run. */
final class SelectProblems {
    private static final String SELECT = "POST /api/agents/select";

    private SelectProblems() {}

    static void add(Provocations to, Stage stage) {
        to.add(SELECT, Problem.FORBIDDEN, () -> select(stage.carol, stage.managed()));
        to.add(SELECT, Problem.UNKNOWN_RUN, () -> select(stage.ann, "run_none"));
        to.add(SELECT, Problem.RUN_ENDED, () -> select(stage.ann, stage.ended()));
        to.add(
                SELECT,
                Problem.RUN_PAUSED,
                () -> {
                    var run = stage.open();
                    stage.ann.post("/api/runs/" + run + "/pause", "{}").expect(200);
                    return select(stage.bob, run);
                });
        to.add(
                SELECT,
                Problem.PAIR_RATE,
                () -> {
                    var run = stage.open();
                    var picky = stage.parley.agent("picky");
                    for (int i = 0; i < Stage.PAIR_RATE; i++) {
                        var _ = select(picky, run);
                    }
                    return select(picky, run);
                });
        to.add(
                SELECT,
                Problem.AGENT_RATE,
                () -> {
                    stage.exhaust(stage.eager);
                    return select(stage.eager, stage.open());
                });
    }

    private static Reply select(Caller caller, String run) {
        return caller.post(
                "/api/agents/select",
                "{\"task\":\"x\",\"candidates\":[],\"run_id\":\"" + run + "\"}");
    }
}
