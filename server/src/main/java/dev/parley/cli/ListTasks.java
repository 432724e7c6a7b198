package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.client.ParleyClient;
import dev.parley.client.TaskView;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley tasks}. */
@Command(
        name = "tasks",
        description = "List the newest tasks: what became of them, and why they wait.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley tasks", "  ./parley tasks --state queued"})
public final class ListTasks implements Callable<Integer> {
    private static final int USUAL = 20;

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "queued, running, needs_input, completed, failed, cancelled, rejected")
    private @Nullable String state;

    @Option(names = "--limit", paramLabel = "N", description = "how many (20)")
    private int limit = USUAL;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public ListTasks(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var only = only();
        var tasks = hub.askOrStart(shell, client -> look(client, only));
        if (json) {
            var all = JsonNodeFactory.instance.objectNode();
            var items = all.putArray("items");
            tasks.forEach(task -> items.add(task.json()));
            shell.print(JsonText.of(all));
            return 0;
        }
        var table = new Table("TASK", "STATE", "PRIORITY", "FOR", "NEEDS", "WORKER", "WHY");
        for (var task : tasks) {
            table.row(
                    task.taskId().value(),
                    task.state(),
                    Integer.toString(task.priority()),
                    task.targetAgent().orElse("-"),
                    task.requiredCapabilities().isEmpty()
                            ? "-"
                            : String.join(" ", task.requiredCapabilities()),
                    task.worker().orElse("-"),
                    task.waitsBecause().or(task::reason).orElse("-"));
        }
        shell.print(table.toString());
        return 0;
    }

    private Optional<TaskState> only() {
        try {
            return Optional.ofNullable(state)
                    .map(word -> Wire.read(TaskState.class, "--state", word));
        } catch (ParleyException e) {
            throw new BadUsage(e.detail());
        }
    }

    /** Why something waits is only said of one at a time. */
    private List<TaskView> look(ParleyClient client, Optional<TaskState> only) {
        return client.tasks().list(only, limit).items().stream()
                .map(
                        task ->
                                task.state().equals("queued")
                                        ? client.tasks().get(task.taskId())
                                        : task)
                .toList();
    }
}
