package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Tx;
import dev.parley.store.table.QuestionTable;
import java.sql.SQLException;
import java.util.Set;

/** Who may answer a question, and how often. */
public final class QuestionRules {
    private QuestionRules() {}

    /**
     * Refuses whoever is not among those that are asked; the owner always is.
     *
     * @param sender as the log names it
     */
    public static void requireAnswerer(Asked asked, String sender) {
        boolean isAsked =
                asked.answerers().isEmpty()
                        || sender.startsWith("owner:")
                        || asked.answerers().stream()
                                .map("person:"::concat)
                                .anyMatch(sender::equals);
        if (!isAsked) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "only " + String.join(", ", asked.answerers()) + " may answer this question");
        }
    }

    /** Refuses an agent that would approve something: it may settle a blocker, nothing more. */
    static void requireNoApproval(Asked asked) {
        if (asked.approval() != null) {
            throw new ParleyException(Problem.FORBIDDEN, "only a person may approve or deny this");
        }
    }

    /** Refuses to close a question twice. */
    public static void requireOpen(QuestionTable.Row row) {
        if (row.isOpen()) {
            return;
        }
        var by = outcome(row).path("answered_by").asText();
        throw new ParleyException(
                Problem.QUESTION_CLOSED,
                "question "
                        + row.key().id()
                        + " is "
                        + Wire.name(row.state())
                        + (by.isEmpty() ? "" : ": " + by + " has answered it"));
    }

    /** Refuses an answer to a question that has one, or that goes elsewhere than to its asker. */
    static void requireAnswerable(Tx tx, QuestionTable.Key key, Set<String> recipients)
            throws SQLException {
        var found = tx.rows(QuestionTable.TABLE).find(key);
        if (found.isEmpty()) {
            return;
        }
        var row = found.get();
        requireOpen(row);
        if (Asked.read(row.asked()).guard() != null) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "the hub asks this; answer with POST /api/questions/" + key.id() + "/answer");
        }
        if (!recipients.contains(row.askedBy())) {
            throw new ParleyException(
                    Problem.WRONG_DIRECTION,
                    "the answer goes to " + row.askedBy() + ", who asked " + key.id());
        }
    }

    /** Whether the question has this very answer by this very sender. */
    public static boolean isAnswered(QuestionTable.Row row, Given given, String sender) {
        var outcome = outcome(row);
        return outcome.path("answered_by").asText().equals(sender)
                && Given.read(outcome).equals(given);
    }

    private static ObjectNode outcome(QuestionTable.Row row) {
        return row.outcome() == null ? Json.object() : Json.parseTrusted(row.outcome());
    }
}
