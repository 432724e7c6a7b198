package dev.parley.cli;

import dev.parley.client.IssuedToken;
import dev.parley.client.NewToken;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley token create}: prints the secret alone, so that a script can take it. */
@Command(
        name = "create",
        description = "Create a token and print it, once.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley token create --agent worker",
            "  ./parley token create --person ann --expires-in-days 30",
            "  ./parley token create --role observer"
        })
final class TokenCreate implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @ArgGroup private @Nullable Bearer bearer;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description =
                    "worker or manager for an agent (worker), person for a person (person);"
                            + " observer may only look and needs neither --agent nor --person")
    private @Nullable String role;

    @Option(names = "--space", paramLabel = "SPACE", description = "the space it belongs to")
    private @Nullable Space space;

    @Option(names = "--expires-in-days", paramLabel = "DAYS", description = "how long it lasts")
    private @Nullable Integer days;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    TokenCreate(Shell shell) {
        this.shell = shell;
    }

    /** Whom the token is for. */
    static final class Bearer {
        @Option(names = "--agent", paramLabel = "NAME", description = "an agent")
        private @Nullable AgentName agent;

        @Option(names = "--person", paramLabel = "NAME", description = "a person")
        private @Nullable String person;
    }

    @Override
    public Integer call() {
        var wanted = wanted();
        var issued = hub.askOrStart(shell, client -> client.tokens().create(wanted));
        print(issued);
        return 0;
    }

    private NewToken wanted() {
        var agent = Optional.ofNullable(bearer).map(b -> b.agent);
        var person = Optional.ofNullable(bearer).map(b -> b.person);
        if (bearer == null && role == null) {
            throw new BadUsage(
                    "say whom it is for: --agent NAME, --person NAME or --role observer");
        }
        var as = role == null ? (agent.isPresent() ? "worker" : "person") : role;
        return new NewToken(
                agent,
                person,
                as,
                Optional.ofNullable(space),
                days == null ? OptionalInt.empty() : OptionalInt.of(days));
    }

    private void print(IssuedToken issued) {
        var view = issued.view();
        if (json) {
            var all = view.json().deepCopy().put("token", issued.secret());
            shell.print(JsonText.of(all));
        } else {
            shell.print(Printable.line(issued.secret()));
            shell.say(
                    view.tokenId()
                            + " for "
                            + (view.name().isEmpty() ? view.role() : view.name())
                            + " ("
                            + view.role()
                            + "); it is not shown again");
        }
    }
}
