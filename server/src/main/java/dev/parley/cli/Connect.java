package dev.parley.cli;

import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley connect}: lets a coding agent in by MCP. */
@Command(
        name = "connect",
        description = {
            "Connect a coding agent by MCP: claude, codex, opencode or cursor.",
            "",
            "Makes a token for the agent and prints what belongs into the coding agent's"
                    + " configuration; with --write it is put there. Doing it again renews the token."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley connect claude --write           all of your Claude Code knows the hub",
            "  ./parley connect codex --agent reviewer   print it; the agent is called reviewer",
            "  ./parley connect claude --remove          undo what --write did, revoke the token",
            "  ./parley doctor                           does it work?"
        })
public final class Connect implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(paramLabel = "CLIENT", description = "claude, codex, opencode or cursor")
    private String client = "";

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            description = "the agent's name on the hub, else that of the client")
    private @Nullable AgentName agent;

    @Option(names = "--role", paramLabel = "ROLE", description = "worker (default) or manager")
    private String role = "worker";

    @ArgGroup private @Nullable Change change;

    /** What to do with the client's own file. */
    static final class Change {
        @Option(names = "--write", description = "write it into the client's configuration")
        private boolean isWritten;

        @Option(names = "--remove", description = "take it out again and revoke its token")
        private boolean isRemoved;
    }

    public Connect(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var wanted = CodingAgent.of(client);
        var servers = wanted.servers(shell.home());
        if (change != null && change.isRemoved) {
            return remove(wanted, servers);
        }
        var former = servers.find(); // before a token is made: the file may be none to write to
        var name = agent == null ? new AgentName(wanted.word()) : agent;
        var address = hub.resolve(shell);
        var issued = hub.ask(shell, c -> c.tokens().create(NewToken.forAgent(name, role)));
        var server = new McpServer(address.url().resolve("/mcp").toString(), issued.secret());
        if (change == null || !change.isWritten) {
            shell.print(servers.shown(server));
            shell.say("this belongs into " + shell.shown(servers.file()));
            shell.say("./parley connect " + wanted.word() + " --write puts it there");
            var id = issued.view().tokenId();
            shell.say(
                    "its token "
                            + id
                            + " is new, and good until ./parley token revoke "
                            + id
                            + hub.again());
            return 0;
        }
        servers.put(server);
        former.ifPresent(this::revoke);
        shell.print(name.value() + " is connected: " + shell.shown(servers.file()));
        shell.say("restart " + wanted.word() + " if it is running; ./parley doctor tries it");
        return 0;
    }

    private int remove(CodingAgent wanted, ServerList servers) {
        var former = servers.find();
        if (former.isEmpty()) {
            shell.print("nothing to remove: " + shell.shown(servers.file()) + " has no parley");
            return 0;
        }
        servers.remove();
        shell.print(wanted.word() + " is disconnected: " + shell.shown(servers.file()));
        revoke(former.get());
        return 0;
    }

    /** A token that nobody has any more lets nobody in; the hub may be gone by now, though. */
    private void revoke(McpServer former) {
        try {
            hub.ask(
                            shell,
                            owner -> {
                                var id = identity(former);
                                id.ifPresent(owner.tokens()::revoke);
                                return id;
                            })
                    .ifPresent(id -> shell.say("revoked " + id));
        } catch (ParleyException e) {
            shell.say("its token was not revoked: " + e.detail());
        }
    }

    private Optional<String> identity(McpServer former) {
        var address = hub.resolve(shell);
        try (var bearer = ParleyClient.connect(address.url(), former.token())) {
            return Optional.of(bearer.tokens().self().tokenId());
        } catch (ParleyException e) {
            return switch (e.problem()) {
                case UNAUTHENTICATED -> Optional.empty();
                default -> throw e;
            };
        }
    }
}
