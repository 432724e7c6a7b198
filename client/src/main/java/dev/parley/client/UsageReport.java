package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What takes how much room.
 *
 * @param json the whole answer
 */
public record UsageReport(List<Row> rows, ObjectNode json) {
    public UsageReport {
        rows = List.copyOf(rows);
    }

    /** The messages of one kind, and their bytes. */
    public record Row(String kind, long messages, long bytes) {}

    static UsageReport read(Answer answer) {
        return new UsageReport(
                answer.list("items").stream()
                        .map(
                                row ->
                                        new Row(
                                                row.text("kind"),
                                                row.number("messages"),
                                                row.number("bytes")))
                        .toList(),
                answer.json());
    }
}
