package dev.parley.cli;

import dev.parley.protocol.SessionId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code parley session close}. */
@Command(
        name = "close",
        description = "Close a session for good; what is under way or waits there is called off.")
final class SessionClose implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(paramLabel = "SESSION", description = "the session, as sessions shows it")
    private @Nullable SessionId session;

    SessionClose(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var id = Optional.ofNullable(session).orElseThrow();
        hub.askOrStart(
                shell,
                client -> {
                    client.sessions().close(id);
                    return id;
                });
        shell.print("closed " + id);
        return 0;
    }
}
