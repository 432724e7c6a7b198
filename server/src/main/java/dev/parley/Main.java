package dev.parley;

import dev.parley.cli.Agents;
import dev.parley.cli.AnswerQuestion;
import dev.parley.cli.Audit;
import dev.parley.cli.Backup;
import dev.parley.cli.Cancel;
import dev.parley.cli.Check;
import dev.parley.cli.Cli;
import dev.parley.cli.Connect;
import dev.parley.cli.CreateTask;
import dev.parley.cli.Doctor;
import dev.parley.cli.Hubs;
import dev.parley.cli.Inbox;
import dev.parley.cli.ListRuns;
import dev.parley.cli.ListSessions;
import dev.parley.cli.ListTasks;
import dev.parley.cli.ListTools;
import dev.parley.cli.Mcp;
import dev.parley.cli.OpenConsole;
import dev.parley.cli.Pause;
import dev.parley.cli.Resume;
import dev.parley.cli.RunWorker;
import dev.parley.cli.Send;
import dev.parley.cli.Session;
import dev.parley.cli.Shell;
import dev.parley.cli.Steer;
import dev.parley.cli.Tail;
import dev.parley.cli.Token;
import dev.parley.cli.Usage;
import dev.parley.config.Config;
import dev.parley.demo.DemoTools;
import java.nio.file.Path;
import java.util.Map;

/** The command line: everything that {@code parley} can do, one line each. */
public final class Main {
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(Shell.system(Main::startQuietly), args));
    }

    /**
     * Any port will do for a hub that only its own command talks to, and whose log nobody keeps:
     * only what is wrong is said.
     */
    private static Hubs.Started startQuietly(Path data) {
        logProblemsOnly();
        var flags = Map.of("--data", data.toString(), "--port", "0");
        return Server.startToLook(Config.resolve(flags, System.getenv()))::close;
    }

    /** The head of the audit is for a log that is kept; whoever looks on wonders what it is. */
    static void logNoHeads() {
        System.setProperty(
                "org.slf4j.simpleLogger.log." + dev.parley.audit.Audit.class.getName(), "warn");
    }

    /** Unless somebody has said how much they want to read. */
    static void logProblemsOnly() {
        if (System.getProperty(LOG_LEVEL) == null) {
            System.setProperty(LOG_LEVEL, "warn");
        }
    }

    /** Runs one command and says how it ended: 0 well, 1 with a problem, 2 not understood. */
    public static int run(Shell shell, String... args) {
        return new Cli(shell)
                .with(new Serve(shell))
                .with(new Send(shell))
                .with(new Tail(shell))
                .with(new ListRuns(shell))
                .with(new Steer(shell))
                .with(new Pause(shell))
                .with(new Resume(shell))
                .with(new Cancel(shell))
                .with(new Agents(shell))
                .with(new ListSessions(shell))
                .with(Session.commands(shell))
                .with(new CreateTask(shell))
                .with(new ListTasks(shell))
                .with(new RunWorker(shell))
                .with(new ListTools(shell))
                .with(new OpenConsole(shell))
                .with(new Inbox(shell))
                .with(new AnswerQuestion(shell))
                .with(new Connect(shell))
                .with(new Doctor(shell))
                .with(new Mcp(shell))
                .with(Token.commands(shell))
                .with(new Backup(shell))
                .with(new RestoreBackup(shell))
                .with(new Check(shell))
                .with(new Usage(shell))
                .with(Audit.commands(shell))
                .with(ConfigCommand.commands(shell))
                .with(new DemoTools(shell))
                .run(args);
    }
}
