package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley check}: whether what is stored agrees with the log. */
@Command(
        name = "check",
        description = {
            "Compare everything that a hub stores with its log.",
            "Ends with exit code 1 when something is wrong."
        })
public final class Check implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public Check(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var report = hub.askOrStart(shell, client -> client.hub().check());
        if (json) {
            shell.print(JsonText.of(report.json()));
        } else {
            report.findings().forEach(finding -> shell.print(Printable.line(sentence(finding))));
            shell.print(
                    (report.ok() ? "ok" : "not ok: " + report.findings().size() + " findings")
                            + Counts.of(report.json().path("counts")));
        }
        return report.ok() ? 0 : Cli.PROBLEM;
    }

    private static String sentence(JsonNode finding) {
        for (var field : new String[] {"message", "detail"}) {
            if (finding.path(field).isTextual()) {
                return finding.path(field).textValue();
            }
        }
        return finding.isTextual() ? finding.textValue() : JsonText.of(finding);
    }
}
