package dev.parley.notice;

import dev.parley.protocol.Message;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.protocol.codec.Times;
import dev.parley.run.Entry;
import dev.parley.store.Sql;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a notice says. All of it stands in the log already, so each attempt says the same.
 *
 * @param summary the result, reason or question in one line; empty when there is none
 * @param question the id under which a person answers; null when nothing is asked
 */
record Letter(NoticeRow notice, String summary, @Nullable String question) {
    static Letter of(Sql sql, NoticeRow notice) throws SQLException {
        if (!notice.about().isFinal()) {
            return asking(sql, notice);
        }
        var task = TaskTable.TABLE.find(sql, notice.task());
        return new Letter(
                notice, task.isEmpty() ? "" : OneLine.summary(outcome(sql, task.get())), null);
    }

    private static Letter asking(Sql sql, NoticeRow notice) throws SQLException {
        var asked = QuestionTable.TABLE.newest(sql, notice.task(), notice.seq());
        if (asked.isEmpty()) {
            return new Letter(notice, "", null);
        }
        var key = asked.get().key();
        var words = MessageTable.TABLE.at(sql, key.run(), key.seq()).map(Entry::message);
        return new Letter(
                notice, OneLine.summary(words.map(Message::summary).orElse("")), key.id());
    }

    private static String outcome(Sql sql, TaskRow task) throws SQLException {
        var result = task.result();
        if (result == null) {
            return Objects.requireNonNullElse(task.reason(), "");
        }
        return MessageTable.TABLE
                .find(sql, new MessageTable.Key(task.key(), result))
                .map(Entry::message)
                .map(Message::summary)
                .orElse("");
    }

    /** For programs. */
    byte[] json() {
        var body =
                Json.object()
                        .put("event_id", notice.key().id())
                        .put("type", "task." + state())
                        .put("task_id", task())
                        .put("run_id", notice.run().value())
                        .put("space", notice.key().space().value())
                        .put("state", state());
        body.set("created_at", Times.epochSeconds(notice.createdAt()));
        if (!summary.isEmpty()) {
            body.put("summary", summary);
        }
        if (question != null) {
            body.put("question_id", question);
        }
        return Json.write(body).getBytes(StandardCharsets.UTF_8);
    }

    /** For people; holds nothing that anybody else has written. */
    String subject() {
        return "Task " + task() + " " + words();
    }

    /** Plain text, in which nothing of what agents have written can be more than one line. */
    String text() {
        var text = new StringBuilder("Task " + task() + " " + words() + ".\n\n");
        if (!summary.isEmpty()) {
            text.append(summary).append("\n\n");
        }
        if (question != null) {
            text.append("Answer with: ./parley answer ").append(question).append(" TEXT\n");
        }
        return text.append("Run: ")
                .append(notice.run().value())
                .append("\nSpace: ")
                .append(notice.key().space().value())
                .append("\nAt: ")
                .append(Times.iso(notice.createdAt()))
                .append("\n")
                .toString();
    }

    private String words() {
        return switch (notice.about()) {
            case QUEUED, RUNNING -> "is " + state();
            case NEEDS_INPUT -> "needs your input";
            case NEEDS_AUTH -> "needs a credential";
            case COMPLETED -> "is completed";
            case FAILED -> "has failed";
            case CANCELLED -> "was cancelled";
            case REJECTED -> "was rejected";
        };
    }

    private String state() {
        return Wire.name(notice.about());
    }

    private String task() {
        return TaskId.of(notice.run()).value();
    }
}
