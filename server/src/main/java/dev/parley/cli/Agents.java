package dev.parley.cli;

import dev.parley.client.AgentView;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley agents}. */
@Command(
        name = "agents",
        description = {
            "List the agents: which of them are there, and what they do.",
            "It shows those that have a card or were seen in the last seven days.",
            "An agent puts its card with PUT /api/agents/NAME."
        })
public final class Agents implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public Agents(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var agents = hub.askOrStart(shell, client -> client.agents().everybody());
        if (json) {
            shell.print(JsonText.items(agents, AgentView::json));
            return 0;
        }
        if (agents.isEmpty()) {
            shell.say("there is no agent yet; ./parley token create --agent NAME lets one in");
            return 0;
        }
        var table = new Table("AGENT", "PRESENCE", "STATE", "SEEN", "PARENT", "CAPABILITIES");
        for (var agent : agents) {
            table.row(
                    agent.name(),
                    presence(agent),
                    agent.state().orElse("-"),
                    seen(agent),
                    agent.parent().orElse("-"),
                    capabilities(agent));
        }
        shell.print(table.toString());
        return 0;
    }

    private static String capabilities(AgentView agent) {
        if (!agent.hasCard()) {
            return "(no card)";
        }
        return agent.capabilities().isEmpty() ? "-" : String.join(" ", agent.capabilities());
    }

    private static String presence(AgentView agent) {
        return switch ((int) Math.min(agent.instances(), 2)) {
            case 0 -> "offline";
            case 1 -> "online";
            default -> "online ×" + agent.instances();
        };
    }

    static String seen(AgentView agent) {
        return agent.lastSeen().map(Agents::ago).orElse("-");
    }

    /** In the largest unit that fits; it is time that a hub has watched, so never a date. */
    private static String ago(Duration time) {
        if (time.toMinutes() == 0) {
            return time.toSeconds() + " s ago";
        }
        if (time.toHours() == 0) {
            return time.toMinutes() + " min ago";
        }
        return time.toDays() == 0 ? time.toHours() + " h ago" : time.toDays() + " d ago";
    }
}
