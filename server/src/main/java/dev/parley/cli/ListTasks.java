package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.client.ParleyClient;
import dev.parley.client.TaskView;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.OneLine;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley tasks}. */
@Command(
        name = "tasks",
        description = {
            "List the newest tasks: what became of them, and why they wait.",
            "With a TASK, show all of that one: its text, its state, its result."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley tasks", "  ./parley tasks --state queued", "  ./parley tasks TASK"})
public final class ListTasks implements Callable<Integer> {
    private static final int USUAL = 20;

    /** How much of a task's text is shown in the list. */
    private static final int WORDS = 40;

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

    @Parameters(arity = "0..1", paramLabel = "TASK", description = "the one to show wholly")
    private @Nullable TaskId task;

    public ListTasks(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return task == null ? list() : show(task);
    }

    private int show(TaskId id) {
        var found = hub.askOrStart(shell, client -> client.tasks().get(id));
        shell.print(json ? JsonText.of(found.json()) : TaskSheet.of(found, shell));
        return 0;
    }

    private int list() {
        var only = only();
        var tasks = hub.askOrStart(shell, client -> look(client, only));
        if (json) {
            var all = JsonNodeFactory.instance.objectNode();
            var items = all.putArray("items");
            tasks.forEach(task -> items.add(task.json()));
            shell.print(JsonText.of(all));
            return 0;
        }
        if (tasks.isEmpty()) {
            shell.say(
                    "there is no task "
                            + (state == null ? "yet" : "that is " + state)
                            + "; ./parley task TEXT has something done");
            return 0;
        }
        var table = new Table("TASK", "STATE", "PRIORITY", "FOR", "NEEDS", "WORKER", "TEXT", "WHY");
        for (var one : tasks) {
            table.row(
                    one.taskId().value(),
                    one.state(),
                    Integer.toString(one.priority()),
                    one.targetAgent().orElse("-"),
                    one.requiredCapabilities().isEmpty()
                            ? "-"
                            : String.join(" ", one.requiredCapabilities()),
                    one.worker().orElse("-"),
                    OneLine.of(one.summary().or(one::message).orElse("-"), WORDS),
                    one.waitsBecause().or(one::reason).orElse("-"));
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
                .map(one -> one.state().equals("queued") ? client.tasks().get(one.taskId()) : one)
                .toList();
    }
}
