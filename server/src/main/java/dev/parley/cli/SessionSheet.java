package dev.parley.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.ParleyClient;
import dev.parley.client.SessionView;
import dev.parley.protocol.SessionId;
import java.util.List;

/**
 * One session, and what was said there last.
 *
 * @param said the last things, in order
 */
record SessionSheet(SessionView session, List<ObjectNode> said) {
    /** How much of its log is looked through for what was said. */
    private static final int LOOKED_AT = 100;

    private static final int SHOWN = 10;

    static SessionSheet read(ParleyClient client, SessionId id) {
        var session = client.sessions().get(id);
        long head = client.runs().get(session.runId()).lastSeq().orElse(0);
        var said = client.sessions().history(id, Math.max(0, head - LOOKED_AT), LOOKED_AT);
        return new SessionSheet(
                session, said.subList(Math.max(0, said.size() - SHOWN), said.size()));
    }

    ObjectNode json() {
        var all = session.json().deepCopy();
        all.putArray("messages").addAll(said);
        return all;
    }

    String text(Shell shell) {
        var json = session.json();
        var sheet =
                new Sheet()
                        .fact("session", session.sessionId().value())
                        .fact("agent", session.agent())
                        .fact("state", session.state());
        session.error().ifPresent(why -> sheet.fact("error", why));
        if (session.waiting() > 0) {
            sheet.fact("waiting", Long.toString(session.waiting()));
        }
        for (var name : List.of("cwd", "model")) {
            if (json.path(name).isTextual()) {
                sheet.fact(name, json.path(name).textValue());
            }
        }
        sheet.fact("by", json.path("createdBy").asText())
                .fact(
                        "run",
                        session.runId() + "; ./parley tail " + session.runId() + " follows it");
        for (var one : said) {
            var turn = one.path("turn").asText("done");
            sheet.fact(
                    one.path("role").asText(),
                    one.path("content").asText() + (turn.equals("done") ? "" : " (" + turn + ")"));
        }
        return sheet.toString();
    }
}
