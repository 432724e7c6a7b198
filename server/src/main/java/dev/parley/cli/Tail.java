package dev.parley.cli;

import dev.parley.protocol.Message;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Envelope;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley tail}: shows a run's messages as they come. */
@Command(
        name = "tail",
        description = "Follow a run in the terminal, until Ctrl-C.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley tail                       the newest run, then those that begin",
            "  ./parley tail RUN --from-start",
            "  ./parley tail RUN --no-follow --json | jq .summary"
        })
public final class Tail implements Callable<Integer> {
    private static final int LAST = 20;

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "the run; else the newest")
    private @Nullable RunId run;

    @ArgGroup private @Nullable From from;

    @Option(names = "--no-follow", description = "show what is there, and end")
    private boolean noFollow;

    @Option(names = "--full", description = "show long messages to their end")
    private boolean full;

    @Option(names = "--json", description = "print one JSON object per line")
    private boolean json;

    public Tail(Shell shell) {
        this.shell = shell;
    }

    /** Where to begin; one of them at most. */
    static final class From {
        @Option(names = "--from-start", description = "begin with the first message")
        private boolean start;

        @Option(names = "--after", paramLabel = "N", description = "begin after message number N")
        private @Nullable Long after;

        @Option(names = "--last", paramLabel = "N", description = "begin N messages ago (20)")
        private @Nullable Long last;
    }

    @Override
    public Integer call() {
        try (var line = new SteadyLine(hub, shell)) {
            var follower = new Follower(line, shell, begin(), printer());
            if (noFollow) {
                follower.showWhatIsThere(run);
            } else {
                follower.follow(run);
            }
        }
        return 0;
    }

    private Begin begin() {
        if (from == null) {
            return new Begin.Last(LAST);
        }
        if (from.start) {
            return new Begin.After(0);
        }
        return from.after == null
                ? new Begin.Last(from.last == null ? LAST : from.last)
                : new Begin.After(from.after);
    }

    private Function<Message, String> printer() {
        if (json) {
            return message -> JsonText.of(Envelope.write(message)) + '\n';
        }
        return new Transcript(shell.zone(), shell.colour(), full)::show;
    }
}
