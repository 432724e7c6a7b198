package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.client.TaskView;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** All there is to say of one task, a line for each fact. */
final class TaskSheet {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Shell shell;
    private final Sheet sheet = new Sheet();

    private TaskSheet(Shell shell) {
        this.shell = shell;
    }

    static String of(TaskView task, Shell shell) {
        var written = new TaskSheet(shell);
        written.write(task);
        return written.sheet.toString();
    }

    private void write(TaskView task) {
        var json = task.json();
        fact("task", task.taskId().value());
        fact("state", task.state());
        task.waitsBecause().or(task::reason).ifPresent(why -> fact("why", why));
        fact("attempts", task.attempt() + " of " + json.path("max_attempts").asText("?"));
        task.targetAgent().ifPresent(agent -> fact("for", agent));
        if (!task.requiredCapabilities().isEmpty()) {
            fact("needs", String.join(" ", task.requiredCapabilities()));
        }
        fact("priority", Integer.toString(task.priority()));
        task.worker().ifPresent(agent -> fact("worker", agent));
        fact("by", json.path("created_by").asText());
        time("created", json.path("created_at"));
        time("deadline", json.path("deadline_at"));
        time("ended", json.path("ended_at"));
        fact("run", task.runId() + "; ./parley tail " + task.runId() + " tells its story");
        task.message().ifPresent(text -> fact("text", text));
        task.result().ifPresent(result -> fact("result", text(result)));
    }

    /** What a worker gave as the result, as a person reads it. */
    static String text(JsonNode result) {
        return result.isTextual()
                ? String.join("\n", Printable.lines(result.textValue()))
                : JsonText.of(result);
    }

    private void time(String name, JsonNode seconds) {
        Optional.of(seconds)
                .filter(JsonNode::isNumber)
                .map(JsonNode::decimalValue)
                .map(at -> at.multiply(BigDecimal.valueOf(1_000)).longValue())
                .map(Instant::ofEpochMilli)
                .ifPresent(at -> fact(name, TIME.format(at.atZone(shell.zone()))));
    }

    private void fact(String name, String value) {
        sheet.fact(name, value);
    }
}
