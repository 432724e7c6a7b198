package dev.parley.bench;

import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.session.Sessions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./parley bench sessions}: agents that the hub runs, idle and active. */
@Command(
        name = "sessions",
        mixinStandardHelpOptions = true,
        description = {
            "Opens sessions with an agent that is one process for each turn, uses each once, and"
                    + " looks at what the hub holds when all of them are idle: threads, child"
                    + " processes, memory.",
            "Then many of them are active at once: turns a second, and the time from a POST until"
                    + " the session is idle, beside the same command started without a hub."
        })
final class SessionsCommand implements Callable<Integer> {
    private final Voice voice;

    @Mixin private Pace pace = new Pace();

    @Option(
            names = "--sessions",
            paramLabel = "N",
            defaultValue = "500",
            description = "how many sessions are open, else 500")
    private int sessions;

    @Option(
            names = "--active",
            paramLabel = "N",
            defaultValue = "50",
            description = "how many are active at once, else 50")
    private int active;

    SessionsCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        voice.say("measuring sessions ...");
        voice.print(pace.measurement().of(this::measure).toString());
        return 0;
    }

    private void measure(Scratch scratch, Rounds rounds, Report report) throws Exception {
        var hub = List.of("-jar", Home.jar().toString());
        voice.print(new Sessions(scratch.path(), hub, sessions, active).measure(rounds, report));
        voice.print("");
    }
}
