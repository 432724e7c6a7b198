package dev.parley.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.store.table.TaskRow;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants done.
 *
 * @param message what to do, in words
 * @param details what else its worker is told: codebase, models and the like
 * @param requester who wants it, if the credential leaves that open
 * @param target the only agent that may do it; null for any
 * @param deadline how long it may take altogether; null for as long as it takes
 * @param conversation what it goes on with; null for something new
 * @param contacts who outside is told how it ends
 */
public record NewTask(
        String message,
        List<Part> parts,
        ObjectNode details,
        @Nullable Address requester,
        @Nullable AgentName target,
        Capabilities needs,
        int priority,
        int maxAttempts,
        @Nullable Duration deadline,
        @Nullable SessionId conversation,
        TaskRow.Contacts contacts) {
    public static final int MAX_NEEDS = 8;
    public static final int MAX_ATTEMPTS = 100;
    public static final Duration MAX_DEADLINE = Duration.ofDays(366);

    public NewTask {
        if (message.isBlank() && parts.isEmpty()) {
            throw bad("message must say what to do");
        }
        if (needs.words().size() > MAX_NEEDS) {
            throw bad(
                    "required_capabilities must be at most "
                            + MAX_NEEDS
                            + ", were "
                            + needs.words().size());
        }
        if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
            throw bad("max_attempts must be from 1 to " + MAX_ATTEMPTS + ", was " + maxAttempts);
        }
        if (deadline != null
                && (deadline.isNegative()
                        || deadline.isZero()
                        || deadline.compareTo(MAX_DEADLINE) > 0)) {
            throw bad(
                    "deadline_seconds must be from 1 to "
                            + MAX_DEADLINE.toSeconds()
                            + ", was "
                            + deadline.toSeconds());
        }
        parts = List.copyOf(parts);
    }

    /** What a task was for, with as much time as it had. */
    static NewTask again(TaskRow task, Message asked) {
        var details = asked.payload().deepCopy();
        var message = details.path("message").asText();
        details.remove("message");
        var deadline = task.terms().deadlineAt();
        var target = task.queue().target();
        return new NewTask(
                message,
                asked.parts(),
                details,
                null,
                target.isEmpty() ? null : new AgentName(target),
                task.queue().needs(),
                task.queue().priority(),
                task.terms().maxAttempts(),
                deadline == null ? null : Duration.between(task.createdAt(), deadline),
                null,
                task.terms().contacts());
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
