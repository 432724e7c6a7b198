package dev.parley.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley console}: prints the link alone, so that a script can take it. */
@Command(
        name = "console",
        description = {
            "Print a link that opens the web console and logs you in there.",
            "It works once, within ten minutes."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley console", "  ./parley console --open"})
public final class OpenConsole implements Callable<Integer> {
    /** What opens addresses on Linux and on macOS. */
    private static final List<String> OPENERS = List.of("xdg-open", "open");

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--open", description = "open it in the browser as well")
    private boolean open;

    public OpenConsole(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var url = hub.ask(shell, client -> client.hub().consoleLink());
        shell.print(Printable.line(url));
        if (open) {
            opener().ifPresentOrElse(
                            program -> start(program, url),
                            () -> shell.say("there is no xdg-open or open here; open it yourself"));
        }
        return 0;
    }

    private Optional<Path> opener() {
        return OPENERS.stream().flatMap(name -> shell.program(name).stream()).findFirst();
    }

    private void start(Path program, String url) {
        try {
            new ProcessBuilder(program.toString(), url)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException failed) {
            shell.say(program + " did not start; open it yourself");
        }
    }
}
