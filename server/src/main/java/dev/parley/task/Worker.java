package dev.parley.task;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.TaskRow;
import org.jspecify.annotations.Nullable;

/** One running copy of an agent that asks for work. */
public record Worker(AgentName agent, InstanceId instance, Capabilities has) {
    /** The worker that a principal speaks for; the owner may speak for any. */
    public static AgentName name(Principal caller, @Nullable AgentName claimed) {
        if (caller.role() == Role.OWNER && claimed != null) {
            return claimed;
        }
        var own =
                caller.speaksFor()
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.BAD_VALUE,
                                                "work is done by agents: agent_name must say by"
                                                        + " which"));
        if (claimed != null && !claimed.equals(own)) {
            throw new ParleyException(
                    Problem.SENDER_MISMATCH,
                    "this token speaks for " + own + ", not for " + claimed);
        }
        return own;
    }

    /** Whether such a task is for it. */
    public boolean mayDo(TaskRow.Queue task) {
        return Eligibility.of(task, this).isEmpty();
    }

    CrewTable.Key crew(Principal caller) {
        return new CrewTable.Key(caller.space(), agent, has);
    }

    /** How logs call it. */
    String label() {
        return instance.equals(InstanceId.ONLY) ? agent.value() : agent + "/" + instance;
    }
}
