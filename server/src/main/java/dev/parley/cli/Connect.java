package dev.parley.cli;

import dev.parley.client.IssuedToken;
import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.client.TokenView;
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
                    + " configuration; with --write it is put there, in place of what was put there before,"
                    + " and the token before is revoked."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley connect claude --write           let your Claude Code in",
            "  ./parley connect codex --agent reviewer   print it, for an agent named so",
            "  ./parley connect claude --remove          undo that, and revoke the token",
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
        var servers = wanted.servers(shell);
        if (change != null && change.isRemoved) {
            return remove(wanted, servers);
        }
        return change != null && change.isWritten ? write(wanted, servers) : show(wanted, servers);
    }

    private int show(CodingAgent wanted, ServerList servers) {
        var name = name(wanted);
        var former =
                hub.ask(shell, c -> c.tokens().list()).stream()
                        .filter(token -> token.json().path("agent").asText().equals(name.value()))
                        .map(TokenView::tokenId)
                        .toList();
        var issued = issue(name);
        var id = issued.view().tokenId();
        shell.print(servers.shown(new McpServer(endpoint(), issued.secret())));
        shell.say("this belongs into " + shell.shown(servers.file()));
        shell.say("./parley connect " + wanted.word() + " --write puts it there");
        shell.say(
                "its token "
                        + id
                        + " is new, and good until ./parley token revoke "
                        + id
                        + hub.again());
        if (!former.isEmpty()) {
            shell.say(
                    name
                            + " is let in with "
                            + former.size()
                            + (former.size() == 1 ? " older token" : " older tokens")
                            + " as well, the newest of them "
                            + former.getLast()
                            + "; ./parley token list shows them, token revoke ends one");
        }
        return 0;
    }

    private int write(CodingAgent wanted, ServerList servers) {
        var endpoint = endpoint();
        var former = former(servers, endpoint);
        var name = name(wanted);
        var server = new McpServer(endpoint, issue(name).secret());
        var config = new ConfigText(servers.file());
        try {
            config.write(servers.with(server));
        } catch (ParleyException e) {
            revoke(server);
            throw e;
        }
        former.ifPresent(this::revoke);
        var file = shell.shown(servers.file());
        shell.print(name.value() + " is connected: " + file);
        shell.say("restart " + wanted.word() + " if it is running; ./parley doctor tries it");
        if (config.isReadByOthers()) {
            shell.say(
                    "others on this machine may read "
                            + file
                            + ", which has the token now; chmod 600 "
                            + Quoted.word(servers.file().toString())
                            + " keeps it to you");
        }
        return 0;
    }

    /** The entry before, looked up before a token is made: there may be no place for one. */
    private static Optional<McpServer> former(ServerList servers, String endpoint) {
        try {
            var former = servers.find();
            servers.with(new McpServer(endpoint, ""));
            return former;
        } catch (ParleyException e) {
            throw new ParleyException(e.problem(), e.detail() + "; nothing was changed", e);
        }
    }

    private AgentName name(CodingAgent wanted) {
        return agent == null ? new AgentName(wanted.word()) : agent;
    }

    private IssuedToken issue(AgentName name) {
        return hub.ask(shell, c -> c.tokens().create(NewToken.forAgent(name, role)));
    }

    private String endpoint() {
        return hub.resolve(shell).url().resolve("/mcp").toString();
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
        if (!former.leadsTo(hub.resolve(shell).url())) {
            shell.say(
                    "its token was not revoked: it is one of the hub at "
                            + former.url()
                            + "; ./parley token list shows it there, token revoke ends it");
            return;
        }
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
