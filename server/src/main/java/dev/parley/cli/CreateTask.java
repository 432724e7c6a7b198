package dev.parley.cli;

import dev.parley.client.NewTask;
import dev.parley.client.ParleyClient;
import dev.parley.client.TaskView;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley task}: has something done. */
@Command(
        name = "task",
        description = "Have something done by a worker, and wait for the result if you like.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley task \"summarise the README\"",
            "  ./parley task --to reviewer --needs python,security --wait \"review PR 12\"",
            "  git diff | ./parley task --to code-reviewer --deadline 300 --wait -",
            "  ./parley tasks TASK                    what became of it, and its result"
        })
public final class CreateTask implements Callable<Integer> {
    /** How often it is looked how a task stands that is waited for. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    /** After so many looks at which nothing was new it is said again. */
    private static final int PATIENCE = 30;

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--to", paramLabel = "AGENT", description = "the only agent that may do it")
    private @Nullable AgentName target;

    @Option(
            names = "--needs",
            split = ",",
            paramLabel = "WORD",
            description = "capabilities that its worker must have, all of them")
    private List<String> needs = List.of();

    @Option(names = "--priority", paramLabel = "N", description = "higher ones come first (0)")
    private @Nullable Integer priority;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description = "fail when it is not done by then")
    private @Nullable Integer deadline;

    @Option(
            names = "--notify-email",
            paramLabel = "ADDRESS",
            description = "who is mailed how it ends, and when it needs input")
    private @Nullable String email;

    @Option(names = "--notify-webhook", paramLabel = "URL", description = "what is called then")
    private @Nullable String webhook;

    @Option(names = "--wait", description = "wait until it is over, and print the result")
    private boolean wait;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Parameters(paramLabel = "TEXT", description = "what to do; - reads it from standard input")
    private List<String> words = List.of();

    public CreateTask(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var task = task();
        return hub.ask(
                shell,
                client -> {
                    var made = client.tasks().create(task);
                    made.note().ifPresent(shell::say);
                    return wait ? await(client, made) : show(made, made.taskId().value());
                });
    }

    private NewTask task() {
        var text = new TextArgument(shell).read(words);
        if (text.isEmpty()) {
            throw new BadUsage("there is nothing to do: give TEXT or -");
        }
        var task = NewTask.of(text).needs(Capabilities.of(needs));
        task = target == null ? task : task.target(target);
        task = priority == null ? task : task.priority(priority);
        task = email == null ? task : task.notifyEmail(email);
        task = webhook == null ? task : task.notifyWebhook(webhook);
        return deadline == null ? task : task.deadline(Duration.ofSeconds(deadline));
    }

    private int await(ParleyClient client, TaskView made) {
        var seen = client.tasks().get(made.taskId());
        var told = "";
        for (int looks = 0; !seen.isOver(); looks++) {
            var now = standing(seen);
            if (!now.equals(told) || looks == PATIENCE) {
                shell.say(made.taskId() + " " + now);
                told = now;
                looks = 0;
            }
            seen = client.tasks().await(made.taskId(), LOOK);
        }
        var result = seen.result();
        if (result.isPresent()) {
            return show(seen, result.map(TaskSheet::text).get());
        }
        shell.say(
                seen.taskId()
                        + " is "
                        + seen.state()
                        + seen.reason().map(why -> ": " + why).orElse(""));
        return Cli.PROBLEM;
    }

    private int show(TaskView task, String line) {
        shell.print(json ? JsonText.of(task.json()) : line);
        return 0;
    }

    /** What is waited for, so that nobody wonders. */
    private String standing(TaskView task) {
        return switch (task.state()) {
            case "queued" -> "waits: " + task.waitsBecause().or(task::reason).orElse("its turn");
            case "running" ->
                    "is worked on by %s, attempt %d"
                            .formatted(task.worker().orElse("somebody"), task.attempt());
            case "needs_input" -> "waits for a person: ./parley inbox" + hub.again();
            default -> "is " + task.state();
        };
    }
}
