package dev.parley;

import dev.parley.cli.Shell;
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
        })
final class Serve implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final ServeOptions options = new ServeOptions();

    Serve(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        var config = options.resolve(shell);
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
        shell.print("  try     ./parley send --to bob \"hello\"   then   ./parley tail");
        new CountDownLatch(1).await();
        return 0;
    }
}
