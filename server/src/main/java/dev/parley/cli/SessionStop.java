package dev.parley.cli;

import dev.parley.protocol.SessionId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code parley session stop}. */
@Command(
        name = "stop",
        description = "Stop what the agent of a session is at; what waits there comes next.")
final class SessionStop implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(paramLabel = "SESSION", description = "the session, as sessions shows it")
    private @Nullable SessionId session;

    SessionStop(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var id = Optional.ofNullable(session).orElseThrow();
        boolean isStopped = hub.ask(shell, client -> client.sessions().stop(id));
        shell.print(isStopped ? "stopped " + id : "the agent of " + id + " is at nothing");
        return 0;
    }
}
