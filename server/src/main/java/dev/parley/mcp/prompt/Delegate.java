package dev.parley.mcp.prompt;

import dev.parley.mcp.Client;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.Prompt;
import java.util.List;
import java.util.Map;

/** How to have something done by another agent. */
public final class Delegate implements Prompt {
    private final Names names;

    /** Knows the agents that a client may choose from. */
    @FunctionalInterface
    public interface Names {
        List<String> beginningWith(Client client, String typed);
    }

    Delegate(Names names) {
        this.names = names;
    }

    @Override
    public String name() {
        return "delegate";
    }

    @Override
    public String title() {
        return "Delegate a task";
    }

    @Override
    public String description() {
        return "Has you give a task to another agent and follow it up.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(
                new Argument("task", "what shall be done", true),
                new Argument("agent", "who shall do it; otherwise a fitting one is chosen", false));
    }

    @Override
    public Said get(Exchange exchange, Map<String, String> arguments) {
        var agent = arguments.get("agent");
        var whom =
                agent == null
                        ? "Look with list_agents who is for this, and choose one; tell me whom and why."
                        : "It is for the agent \"" + agent + "\".";
        return Said.byUser(
                description(),
                """
            Have another agent do this through Parley: %s

            1. %s
            2. Write the task so that it can be done by somebody who knows nothing of this conversation: what is
               wanted and why, where things are, what must not be touched, and how to tell that it is done.
            3. send_to_agent. Tell me in one sentence what its answer says about when the agent gets it, and what it
               has to note: who claims no tasks is better asked with ask_agent.
            4. Go on with what does not depend on it. Look into your inbox between two steps; the result comes
               there. get_run_status with the run_id shows how it stands. Do not send the task again.
            5. When it is back, hold the result against what was wanted before you report it to me.
            """
                        .formatted(arguments.get("task"), whom));
    }

    @Override
    public List<String> complete(Client client, String argument, String typed) {
        return argument.equals("agent") ? names.beginningWith(client, typed) : List.of();
    }
}
