package dev.parley.cli;

import dev.parley.client.Patience;
import dev.parley.client.agent.Worker;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.store.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley worker}: does tasks by running a command for each. */
@Command(
        name = "worker",
        description = {
            "Claim tasks and run a command for each, until Ctrl-C or SIGTERM.",
            "",
            "The command gets the task as JSON on standard input, and PARLEY_TASK_MESSAGE,",
            "PARLEY_TASK_ID, PARLEY_RUN_ID, PARLEY_ATTEMPT and others in its environment.",
            "What it prints is shown as progress while it runs. Its exit code decides:",
            "  0      done; standard output is the result, as JSON if it is an object",
            "  75     failed for now; the task is tried again, by anybody",
            "  other  failed; the end of standard error says why",
            "A task that this worker loses, or that is cancelled, has its command ended.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley worker --agent-name=echo -- cat",
            "  ./parley worker --agent-name=code-reviewer --capabilities=python,security \\",
            "      -- ./review.sh",
            "  ./parley worker --agent-name=tester --concurrency 4 -- \\",
            "      sh -c 'cd \"$HOME/project\" && make test 2>&1 || exit 75'",
            "  ./parley task --to code-reviewer --wait \"review the login form\""
        })
public final class RunWorker implements Callable<Integer> {
    /** Short: the worker itself goes on for as long as it takes. */
    private static final Patience BRIEF = Patience.standard().within(Duration.ofSeconds(2));

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(
            names = "--agent-name",
            required = true,
            paramLabel = "NAME",
            description = "whose tasks to do; those for nobody in particular are done too")
    private @Nullable AgentName agent;

    @Option(
            names = "--capabilities",
            split = ",",
            paramLabel = "WORD",
            description = "what it can do; it gets what needs no more than these")
    private List<String> capabilities = List.of();

    @Option(names = "--instance", paramLabel = "ID", description = "which of several copies it is")
    private @Nullable String instance;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "how many tasks at a time (${DEFAULT-VALUE})",
            defaultValue = "1")
    private int concurrency = 1;

    @Option(
            names = "--lease",
            paramLabel = "SECONDS",
            description =
                    "how long it may be unheard of before others get its task (${DEFAULT-VALUE})",
            defaultValue = "60")
    private int lease = 60;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            description = "when stopped, how long commands may take to finish (${DEFAULT-VALUE})",
            defaultValue = "30")
    private int grace = 30;

    @Option(
            names = "--spool",
            paramLabel = "FOLDER",
            description = "where results wait for the hub, else spool in the data folder")
    private @Nullable String spool;

    @Parameters(
            arity = "1..*",
            paramLabel = "-- COMMAND",
            description = "what to run for each task, such as: -- ./review.sh --strict")
    private List<String> command = List.of();

    public RunWorker(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        var name = requireUsable();
        var address = hub.resolve(shell);
        var folder = folder(name);
        privately(folder);
        var strays = new Strays(folder.resolve("running"));
        int ended = strays.end();
        if (ended > 0) {
            shell.say("ended " + ended + " that an earlier worker had left running");
        }
        try (var plain = hub.follow(shell, BRIEF);
                var client = plain.as(new InstanceId(instance == null ? "" : instance))) {
            var worker =
                    Worker.of(client, name)
                            .having(Capabilities.of(capabilities))
                            .lease(Duration.ofSeconds(lease))
                            .concurrency(concurrency)
                            .spool(folder)
                            .noting(shell::say)
                            .start(new ToldWork(new CommandWork(command, strays), shell::say));
            shell.say(name + " waits for tasks of " + address.url());
            run(worker);
            return 0;
        } catch (ParleyException e) {
            throw address.explain(e);
        }
    }

    private void run(Worker worker) throws InterruptedException {
        var patience = Duration.ofSeconds(grace);
        var hook = Thread.ofPlatform().unstarted(() -> stop(worker, patience));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            worker.join();
        } finally {
            worker.stop(patience);
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // it is running
        }
    }

    private void stop(Worker worker, Duration patience) {
        shell.say("stopping; what runs has " + patience.toSeconds() + " s to finish");
        worker.stop(patience);
    }

    private AgentName requireUsable() {
        if (agent == null) {
            throw new BadUsage("--agent-name is missing");
        }
        if (concurrency < 1 || lease < 1 || grace < 0) {
            throw new BadUsage("--concurrency and --lease must be at least 1, --grace 0");
        }
        var program = command.getFirst();
        if (shell.program(program).isEmpty()) {
            throw new BadUsage("there is no program " + program + " that could be run");
        }
        return agent;
    }

    /** Results may say what is nobody else's business. */
    private static void privately(Path folder) {
        try {
            PrivateFiles.createFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path folder(AgentName name) {
        return spool == null
                ? hub.folder(shell)
                        .resolve("spool")
                        .resolve(URLEncoder.encode(name.value(), StandardCharsets.UTF_8))
                : shell.path(spool);
    }
}
