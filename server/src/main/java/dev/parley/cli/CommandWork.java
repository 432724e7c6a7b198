package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.client.agent.Job;
import dev.parley.client.agent.Result;
import dev.parley.client.agent.Work;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Does a task by running a command. */
final class CommandWork implements Work {
    /** What a command ends with when the same may work later: EX_TEMPFAIL of sysexits.h. */
    static final int TRY_AGAIN = 75;

    private static final Duration BETWEEN_PROGRESS = Duration.ofSeconds(1);
    private static final int MAX_PROGRESS = 4_096;
    private static final int MAX_RESULT = 64_000;
    private static final int MAX_COMPLAINT = 800;

    /** More than this does not fit into an environment everywhere; standard input has it all. */
    private static final int MAX_VARIABLE = 30_000;

    private final List<String> command;
    private final Strays strays;

    CommandWork(List<String> command, Strays strays) {
        this.command = List.copyOf(command);
        this.strays = strays;
    }

    @Override
    public Result on(Job job) throws InterruptedException {
        try (var program = Program.start(command, environment(job), input(job));
                var _ = strays.note(program.handle())) {
            return follow(program, job);
        } catch (IOException e) {
            return Result.tryAgain("the command cannot be run: " + e.getMessage());
        }
    }

    private static Result follow(Program program, Job job) throws InterruptedException {
        var latest = new Latest(MAX_PROGRESS);
        var result = new Latest(MAX_RESULT);
        var complaint = new Latest(MAX_COMPLAINT);
        program.out(
                        piece -> {
                            latest.add(piece);
                            result.add(piece);
                        })
                .err(
                        piece -> {
                            latest.add(piece);
                            complaint.add(piece);
                        });
        while (!program.awaitEnd(BETWEEN_PROGRESS)) {
            tell(job, latest.take());
        }
        int status = program.status();
        return switch (status) {
            case 0 -> done(result);
            case TRY_AGAIN -> Result.tryAgain(failure(status, complaint));
            default -> Result.failed(failure(status, complaint));
        };
    }

    private static void tell(Job job, String text) {
        if (text.isBlank()) {
            return;
        }
        try {
            job.progress(text);
        } catch (ParleyException e) {
            boolean isOver =
                    e.problem() == Problem.STALE_LEASE || e.problem() == Problem.TASK_ENDED;
            if (isOver) {
                throw e;
            }
        }
    }

    private static Result done(Latest output) {
        ObjectNode said = Json.object();
        said.set("result", result(output.toString()));
        return new Result.Done(output.isCut() ? said.put("truncated", true) : said);
    }

    private static JsonNode result(String output) {
        var text = output.stripTrailing();
        try {
            return text.startsWith("{") ? Json.parseObject(text) : TextNode.valueOf(text);
        } catch (ParleyException _) {
            return TextNode.valueOf(text);
        }
    }

    private static String failure(int status, Latest complaint) {
        var words = complaint.toString().strip();
        return "exit code " + status + (words.isEmpty() ? "" : ": " + words);
    }

    private static byte[] input(Job job) {
        return (Json.write(job.task().json()) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> environment(Job job) {
        var task = job.task();
        var variables = new TreeMap<String, String>();
        variables.put("PARLEY_TASK_ID", task.taskId().value());
        variables.put("PARLEY_RUN_ID", task.runId().value());
        variables.put("PARLEY_ATTEMPT", Long.toString(job.attempt()));
        variables.put("PARLEY_AGENT", job.lease().agent().value());
        variables.put("PARLEY_FENCE", Long.toString(job.lease().fence()));
        variables.put("PARLEY_TASK_PRIORITY", Integer.toString(task.priority()));
        var message = job.message().replace("\0", "");
        if (message.length() <= MAX_VARIABLE) {
            variables.put("PARLEY_TASK_MESSAGE", message);
        }
        return variables;
    }
}
