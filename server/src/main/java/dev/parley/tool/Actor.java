package dev.parley.tool;

import dev.parley.access.Principal;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.run.Speaker;
import dev.parley.store.table.RunKey;
import dev.parley.task.Worker;

/**
 * Under whose name a call is made in a run.
 *
 * @param from how the agent is called there
 */
record Actor(Principal caller, AgentName agent, Run run, Address from) {
    static Actor of(Runs runs, Principal caller, Wanted wanted) {
        var agent = Worker.name(caller, wanted.agent());
        var run = runs.facts(caller, wanted.run());
        if (!run.row().protocol().isFree() && !run.members().has(agent)) {
            throw new ParleyException(
                    Problem.NOT_A_PARTICIPANT, agent + " takes no part in " + wanted.run());
        }
        return new Actor(caller, agent, run, Speaker.of(caller, run.members(), Address.of(agent)));
    }

    RunKey key() {
        return run.row().key();
    }

    /** As the log names it. */
    String label() {
        return caller.label();
    }
}
