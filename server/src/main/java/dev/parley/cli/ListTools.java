package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.client.ToolView;
import dev.parley.client.Tools;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley tools}. */
@Command(
        name = "tools",
        description = "List the tools of configured servers, and who may use them.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley tools", "  ./parley tools --agent bob"})
public final class ListTools implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--agent", paramLabel = "NAME", description = "what this agent may use")
    private @Nullable String agent;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public ListTools(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var found =
                hub.askOrStart(shell, client -> client.tools().list(Optional.ofNullable(agent)));
        if (json) {
            var all = JsonNodeFactory.instance.objectNode();
            var items = all.putArray("items");
            found.tools().forEach(tool -> items.add(tool.json()));
            var ailing = all.putObject("unavailable");
            found.unavailable().forEach(ailing::put);
            shell.print(JsonText.of(all));
            return 0;
        }
        show(found);
        return 0;
    }

    private void show(Tools.Listed found) {
        if (found.tools().isEmpty() && found.unavailable().isEmpty()) {
            shell.say("there are no tool servers; tools: in parley.yaml names some");
            return;
        }
        var table =
                agent == null
                        ? new Table("TOOL", "CLASS", "APPROVAL")
                        : new Table("TOOL", "CLASS", "APPROVAL", "ALLOWED", "WHY NOT");
        for (var tool : found.tools()) {
            table.row(row(tool));
        }
        shell.print(table.toString());
        found.unavailable().values().forEach(why -> shell.say(Printable.line(why)));
    }

    private String[] row(ToolView tool) {
        var approval = tool.needsApproval() ? "by a person" : "-";
        return agent == null
                ? new String[] {tool.name(), tool.kind(), approval}
                : new String[] {
                    tool.name(),
                    tool.kind(),
                    approval,
                    tool.allowed() ? "yes" : "no",
                    tool.reason().orElse("-")
                };
    }
}
