package dev.parley.cli;

import dev.parley.client.RunView;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    @Mixin private final ListOptions list = new ListOptions();

    public ListRuns(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var runs = hub.askOrStart(shell, client -> client.runs().list(list.limit()));
        var none = "there is no run yet; ./parley send --to AGENT TEXT begins one";
        return list.print(shell, runs.items(), none, RunView::json, this::table);
    }

    private Table table(List<RunView> runs) {
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
        return table;
    }
}
