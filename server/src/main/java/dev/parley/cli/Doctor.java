package dev.parley.cli;

import dev.parley.client.AgentView;
import dev.parley.client.ParleyClient;
import dev.parley.config.Config;
import dev.parley.config.Lacks;
import dev.parley.protocol.ParleyException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley doctor}: does every agent get through, and if not, what mends it? */
@Command(
        name = "doctor",
        description = {
            "Try the way of every connected agent and say what mends a broken one.",
            "",
            "For each coding agent that ./parley connect has connected, the address and token of its"
                    + " own configuration are used to call a tool, as it would. Agents that come"
                    + " otherwise are listed with when they were last seen. What agents that the hub"
                    + " runs itself miss on this machine is said too."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley doctor", "  ./parley doctor || echo somebody cannot get through"})
public final class Doctor implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    public Doctor(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Map<String, AgentView> known = new TreeMap<>();
        hub.ask(shell, client -> client.agents().everybody())
                .forEach(agent -> known.put(agent.name(), agent));
        var url = hub.resolve(shell).url();
        var table = new Table("AGENT", "COMES BY", "REACHABLE", "LAST SEEN", "ROUND TRIP");
        var advice = new ArrayList<String>();
        boolean isAnyConnected = false;
        try (var probe = new Probe()) {
            for (var coding : CodingAgent.values()) {
                try {
                    var server = coding.servers(shell).find();
                    if (server.isPresent()) {
                        isAnyConnected = true;
                        var name = nameOf(url, server.get(), coding);
                        var view = known.remove(name);
                        var finding = probe.of(server.get());
                        row(table, name, coding, view, here(url, server.get(), finding), advice);
                    }
                } catch (ParleyException unreadable) {
                    isAnyConnected = true;
                    table.row(coding.word(), coding.word(), "no", "-", "-");
                    advice.add(coding.word() + ": " + unreadable.detail());
                }
            }
        }
        known.values().forEach(agent -> other(table, agent));
        if (isAnyConnected || !known.isEmpty()) {
            shell.print(table.toString());
        }
        if (!isAnyConnected) {
            shell.say(
                    "no coding agent is connected; ./parley connect claude --write (or codex,"
                            + " opencode, cursor) connects one");
        }
        if (hub.isLocal(shell)) {
            advice.addAll(lacks());
        }
        advice.forEach(shell::say);
        return advice.isEmpty() ? 0 : 1;
    }

    /** What the hub of the data folder would miss, by its configuration. */
    private List<String> lacks() {
        try {
            var flags = Map.of("--data", hub.folder(shell).toString());
            return Lacks.of(Config.resolve(flags, shell.env()), shell.env());
        } catch (ParleyException wrong) {
            return wrong.detail().lines().toList();
        }
    }

    private static void row(
            Table table,
            String name,
            CodingAgent coding,
            @Nullable AgentView view,
            Probe.Finding finding,
            List<String> advice) {
        var seen = view == null ? "never" : Agents.seen(view);
        var connect = "./parley connect " + coding.word() + " --write";
        switch (finding) {
            case Probe.Finding.Well(var took) ->
                    table.row(name, coding.word(), "yes", seen, took.toMillis() + " ms");
            case Probe.Finding.Unreachable(var why) -> {
                table.row(name, coding.word(), "no", seen, "-");
                advice.add(name + ": " + why + ", but a hub runs elsewhere; " + connect);
            }
            case Probe.Finding.Elsewhere(var why) -> {
                table.row(name, coding.word(), "elsewhere", seen, "-");
                advice.add(name + ": " + why + "; " + connect + " leads it here");
            }
            case Probe.Finding.Refused(var why) -> {
                table.row(name, coding.word(), "no", seen, "-");
                advice.add(name + ": " + why + "; " + connect);
            }
        }
    }

    /** Whoever gets through to another hub does not get through to this one. */
    private static Probe.Finding here(URI url, McpServer server, Probe.Finding finding) {
        return finding instanceof Probe.Finding.Well && !server.leadsTo(url)
                ? new Probe.Finding.Elsewhere(
                        "its configuration leads to another hub, " + server.url())
                : finding;
    }

    private static void other(Table table, AgentView agent) {
        var reachable = agent.instances() > 0 ? "online" : "offline";
        table.row(agent.name(), "its own client", reachable, Agents.seen(agent), "-");
    }

    /** Whom the token in the file belongs to; one that the hub does not know tells nothing. */
    private static String nameOf(URI url, McpServer server, CodingAgent coding) {
        if (!server.leadsTo(url)) {
            return coding.word();
        }
        try (var bearer = ParleyClient.connect(url, server.token())) {
            return bearer.tokens().self().name();
        } catch (ParleyException e) {
            return coding.word();
        }
    }
}
