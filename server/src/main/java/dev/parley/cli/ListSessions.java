package dev.parley.cli;

import dev.parley.client.SessionView;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.OneLine;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code parley sessions}. */
@Command(
        name = "sessions",
        description = {
            "List the newest sessions with agents, and how each stands.",
            "With a SESSION, show that one and what was said there last."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley sessions",
            "  ./parley sessions SESSION",
            "  ./parley session stop SESSION       stop what its agent is at"
        })
public final class ListSessions implements Callable<Integer> {
    /** How much of what was said last is shown in the list. */
    private static final int WORDS = 40;

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();
    @Mixin private final ListOptions list = new ListOptions();

    @Parameters(arity = "0..1", paramLabel = "SESSION", description = "the one to show")
    private @Nullable SessionId session;

    public ListSessions(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return session == null ? list() : show(session);
    }

    private int show(SessionId id) {
        var sheet = hub.askOrStart(shell, client -> SessionSheet.read(client, id));
        shell.print(list.isJson() ? JsonText.of(sheet.json()) : sheet.text(shell));
        return 0;
    }

    private int list() {
        var sessions = hub.askOrStart(shell, client -> client.sessions().list(list.limit()));
        var none = "there is no session yet; agents: in parley.yaml and docs/guides/sessions.md";
        return list.print(shell, sessions.items(), none, SessionView::json, ListSessions::table);
    }

    private static Table table(List<SessionView> sessions) {
        var table = new Table("SESSION", "AGENT", "STATE", "WAITING", "BY", "LAST WORDS");
        for (var one : sessions) {
            table.row(
                    one.sessionId().value(),
                    one.agent(),
                    one.state(),
                    Long.toString(one.waiting()),
                    one.json().path("createdBy").asText("-"),
                    OneLine.of(one.error().or(one::lastWords).orElse("-"), WORDS));
        }
        return table;
    }
}
