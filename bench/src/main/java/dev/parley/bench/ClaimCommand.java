package dev.parley.bench;

import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.store.Claiming;
import dev.parley.bench.store.PostgresServer;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./parley bench claim}: how fast tasks are claimed, whatever else is queued. */
@Command(
        name = "claim",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how many tasks sixteen workers claim a second: from 1,000,000 queued, most"
                    + " of them for others; with 10,000 capability sets queued; after 1,000,000"
                    + " completed. Each beside a queue of 1,000 and nothing else.",
            "On SQLite, and on a PostgreSQL server that it brings along. Sides run in turn,"
                    + " A B A B; the first pair warms up and is not counted."
        })
final class ClaimCommand implements Callable<Integer> {
    private static final int SETS_FOR_EACH = 10;

    /** What tasks can be claimed from. */
    enum Database {
        sqlite,
        postgres
    }

    private final Voice voice;

    @Mixin private Pace pace = new Pace();

    @Option(
            names = "--tasks",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    "how many tasks the workers may claim, else 1000; the square of it is how many"
                            + " others there are, ten times it how many capability sets")
    private int tasks;

    @Option(
            names = "--only",
            paramLabel = "DATABASE",
            description = "only on this: ${COMPLETION-CANDIDATES}")
    private Set<Database> only = EnumSet.allOf(Database.class);

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description =
                    "a jdbc:postgresql: address at which databases may be made, instead of a"
                            + " server of its own")
    private @Nullable String postgres;

    @Option(names = "--gate", description = "exit with 1 when a demanded ratio is missed")
    private boolean gate;

    ClaimCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        var report = pace.measurement().of(this::measure);
        voice.print(report.toString());
        return gate && !report.isMet() ? 1 : 0;
    }

    private void measure(Scratch scratch, Rounds rounds, Report report) throws Exception {
        int sets = SETS_FOR_EACH * tasks;
        if (only.contains(Database.sqlite)) {
            voice.say("filling and measuring SQLite ...");
            Claiming.onSqlite(scratch.path(), tasks, sets).measure(rounds, report);
        }
        if (only.contains(Database.postgres)) {
            voice.say("filling and measuring PostgreSQL ...");
            try (var server = server(scratch)) {
                Claiming.onPostgres(server, tasks, sets).measure(rounds, report);
            }
        }
    }

    private PostgresServer server(Scratch scratch) throws Exception {
        return postgres == null
                ? PostgresServer.in(scratch.path().resolve("postgres"))
                : PostgresServer.at(postgres);
    }
}
