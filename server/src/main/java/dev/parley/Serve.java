package dev.parley;

import dev.parley.cli.Shell;
import dev.parley.config.Config;
import dev.parley.config.Synchronous;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley serve}: runs a hub until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Run the hub, with everything in one folder and no other server needed.",
            "Stops on Ctrl-C or SIGTERM, after finishing what it has begun."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley serve                      your own hub, data in ~/.parley",
            "  ./parley serve --demo               first time here? agents play a story",
            "  ./parley serve --data ./team --port 8080"
        })
final class Serve implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final ServeOptions options = new ServeOptions();

    Serve(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (options.isDemo()) {
            return new ServeDemo(shell, options).run();
        }
        var config = options.resolve(shell);
        if (shell.terminal()) {
            Main.logNoHeads();
        }
        var server = Server.start(config);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close));
        shell.print("Parley is listening on " + server.url());
        shell.print("  data    " + shell.shown(config.data()));
        server.newOwner()
                .ifPresent(
                        secret ->
                                shell.print(
                                        shell.terminal()
                                                ? "  owner   " + secret.value() + "  (shown once)"
                                                : "  owner   its token is in owner.token there"));
        shell.print("  console " + console(server));
        if (config.store().synchronous() != Synchronous.FULL) {
            shell.print(
                    "  careful store.synchronous is not full: a power cut loses what was answered");
        }
        var where = config.data().equals(shell.home().resolve(".parley")) ? "" : where(config);
        shell.print(
                "  try     ./parley send%s --to bob \"hello\"   then   ./parley tail%s"
                        .formatted(where, where));
        new CountDownLatch(1).await();
        return 0;
    }

    /** The first time a link that lets one in; it is for whoever looks, and not for a log. */
    private String console(Server server) {
        return server.newOwner()
                .filter(_ -> shell.terminal())
                .map(owner -> server.consoleLink(owner) + "  (works once, within ten minutes)")
                .orElseGet(
                        () -> server.url() + "/  ./parley console makes a link that logs you in");
    }

    private String where(Config config) {
        return " --data " + shell.shown(config.data());
    }
}
