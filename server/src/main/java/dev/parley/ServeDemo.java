package dev.parley;

import dev.parley.access.Secret;
import dev.parley.cli.Quoted;
import dev.parley.cli.Shell;
import dev.parley.demo.Demo;
import dev.parley.demo.DemoFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** {@code parley serve --demo}: a hub of its own, and a story that is played on it. */
final class ServeDemo {
    private final Shell shell;
    private final ServeOptions options;

    ServeDemo(Shell shell, ServeOptions options) {
        this.shell = shell;
        this.options = options;
    }

    int run() throws InterruptedException {
        Main.logProblemsOnly();
        var parts = new Parts();
        try {
            start(parts);
        } catch (RuntimeException failed) {
            parts.closeAfter(failed);
            throw failed;
        }
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(parts::close));
        new CountDownLatch(1).await();
        return 0;
    }

    private void start(Parts parts) {
        var folder = parts.add(options.demoFolder(shell));
        var server = parts.add(Server.start(options.resolveDemo(folder)));
        var owner = server.newOwner().orElseGet(() -> read(folder.path().resolve("owner.token")));
        welcome(server, owner, folder);
        parts.add(
                Demo.start(
                        URI.create(server.url()),
                        owner.value(),
                        options.pace(),
                        InstantSource.system(),
                        shell));
    }

    private static Secret read(Path token) {
        try {
            return new Secret(Files.readString(token).strip());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void welcome(Server server, Secret owner, DemoFolder folder) {
        shell.print("Parley is listening on " + server.url());
        shell.print("");
        shell.print(
                "A demo: scripted agents, without any model or network, get a badge ready for a");
        shell.print("conference. They use tools, get stuck, and ask you twice. Everything goes");
        shell.print("through a real hub" + (folder.isKept() ? "." : "; nothing of it is kept."));
        shell.print("");
        if (shell.terminal()) {
            shell.print("Watch and join in with a browser (this works once, within ten minutes):");
            shell.print("  " + server.consoleLink(owner));
            shell.print("");
        }
        shell.print("Join in from another terminal, in the same folder:");
        elsewhere(folder);
        shell.print("  ./parley inbox --wait       what you are asked, and how to answer it");
        shell.print("  ./parley runs               what goes on; also: agents, tasks, tools");
        shell.print("  ./parley console            a link that opens all of it in a browser");
    }

    /** What has the commands find the demo, also once another hub was started. */
    private void elsewhere(DemoFolder folder) {
        for (var name : List.of("PARLEY_URL", "PARLEY_TOKEN")) {
            shell.variable(name).ifPresent(_ -> shell.print("  unset " + name));
        }
        var path = folder.path().toString();
        if (!shell.variable("PARLEY_DATA").equals(Optional.of(path))) {
            shell.print("  export PARLEY_DATA=" + Quoted.word(path));
        }
    }
}
