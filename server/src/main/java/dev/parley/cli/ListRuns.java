package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley runs}. */
@Command(
        name = "runs",
        description = "List the newest runs and how each stands.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley runs",
            "  ./parley pause RUN                  hold one up; cancel ends it"
        })
public final class ListRuns implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--limit", paramLabel = "N", description = "as many (${DEFAULT-VALUE})")
    private int limit = 20;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public ListRuns(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var runs = hub.askOrStart(shell, client -> client.runs().list(limit)).items();
        if (json) {
            var all = JsonNodeFactory.instance.objectNode();
            var items = all.putArray("items");
            runs.forEach(run -> items.add(run.json()));
            shell.print(JsonText.of(all));
            return 0;
        }
        if (runs.isEmpty()) {
            shell.say("there is no run yet; ./parley send --to AGENT TEXT begins one");
            return 0;
        }
        var table = new Table("RUN", "STATE", "PROTOCOL", "MESSAGES", "BEGUN", "BY");
        for (var run : runs) {
            table.row(
                    run.runId().value(),
                    run.state(),
                    run.protocol(),
                    Long.toString(run.lastSeq().orElse(0)),
                    run.createdAt().map(at -> TIME.format(at.atZone(shell.zone()))).orElse("-"),
                    run.json().path("created_by").asText("-"));
        }
        shell.print(table.toString());
        return 0;
    }
}
