package dev.parley.cli;

import dev.parley.client.TaskView;
import dev.parley.client.Tasks;
import dev.parley.protocol.AgentName;
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
        footer = {
            "  ./parley tasks",
            "  ./parley tasks --state queued --agent bob",
            "  ./parley tasks TASK"
        })
public final class ListTasks implements Callable<Integer> {
    /** How much of a task's text is shown in the list. */
    private static final int WORDS = 40;

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();
    @Mixin private final ListOptions list = new ListOptions();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "queued, running, needs_input, completed, failed, cancelled, rejected")
    private @Nullable String state;

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            description = "those it wants done, holds or held, or is awaited for")
    private @Nullable AgentName agent;

    @Option(names = "--text", paramLabel = "TEXT", description = "those that say this")
    private @Nullable String text;

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
        shell.print(list.isJson() ? JsonText.of(found.json()) : TaskSheet.of(found, shell));
        return 0;
    }

    private int list() {
        var wanted = wanted();
        var tasks = hub.askOrStart(shell, client -> client.tasks().newest(wanted, list.limit()));
        var none =
                wanted.equals(Tasks.Wanted.ALL)
                        ? "there is no task yet; ./parley task TEXT has something done"
                        : "there is no such task; ./parley tasks lists all";
        return list.print(shell, tasks, none, TaskView::json, ListTasks::table);
    }

    private static Table table(List<TaskView> tasks) {
        var table = new Table("TASK", "STATE", "PRIORITY", "FOR", "NEEDS", "WORKER", "TEXT", "WHY");
        for (var one : tasks) {
            var needs = String.join(" ", one.requiredCapabilities());
            table.row(
                    one.taskId().value(),
                    one.state(),
                    Integer.toString(one.priority()),
                    one.targetAgent().orElse("-"),
                    needs.isEmpty() ? "-" : needs,
                    one.worker().orElse("-"),
                    OneLine.of(one.summary().or(one::message).orElse("-"), WORDS),
                    one.waitsBecause().or(one::reason).orElse("-"));
        }
        return table;
    }

    private Tasks.Wanted wanted() {
        return new Tasks.Wanted(only(), Optional.ofNullable(agent), Optional.ofNullable(text));
    }

    private Optional<TaskState> only() {
        try {
            return Optional.ofNullable(state)
                    .map(word -> Wire.read(TaskState.class, "--state", word));
        } catch (ParleyException e) {
            throw new BadUsage(e.detail());
        }
    }
}
