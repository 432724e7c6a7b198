package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task.
 *
 * @param fence changes whenever it is claimed, released or expires
 * @param attempts how often it was begun
 * @param released how many of these attempts count for nothing, because they were given back
 * @param requester who wants it done: an agent by name, or {@code user}
 * @param reason why it has failed, was rejected or cancelled
 */
public record TaskRow(
        RunKey key,
        TaskState state,
        Queue queue,
        Terms terms,
        long fence,
        int attempts,
        int released,
        @Nullable Hold hold,
        String requester,
        @Nullable String reason,
        @Nullable MessageId result,
        String createdBy,
        Instant createdAt,
        @Nullable Instant endedAt) {
    public TaskId id() {
        return TaskId.of(key.run());
    }

    /** Whether it waits to be claimed, and may be. */
    public boolean isOpen() {
        return state == TaskState.QUEUED && queue.route > 0;
    }

    /** The same at a moment at which its deadline may have passed. */
    public boolean isClaimable(Instant now) {
        return isOpen() && (terms.deadlineAt == null || terms.deadlineAt.isAfter(now));
    }

    public static TaskRow queued(
            RunKey key,
            Queue queue,
            Terms terms,
            String requester,
            String createdBy,
            Instant createdAt) {
        return new TaskRow(
                key,
                TaskState.QUEUED,
                queue,
                terms,
                0,
                0,
                0,
                null,
                requester,
                null,
                null,
                createdBy,
                createdAt,
                null);
    }

    /** Somebody holds it from now on. */
    public TaskRow claimed(Hold by) {
        return new Change(this)
                .state(TaskStates.Trigger.CLAIMED)
                .fence(fence + 1)
                .attempts(attempts + 1)
                .hold(by)
                .row();
    }

    /** Nobody holds it any more, and it may be claimed again. */
    public TaskRow requeued(TaskStates.Trigger how, String why, Instant at) {
        return new Change(this)
                .state(how)
                .fence(fence + 1)
                .hold(null)
                .reason(why)
                .queue(queue.at(at))
                .row();
    }

    /** Whether it may be tried once more. */
    public boolean hasAttemptsLeft() {
        return attempts - released < terms.maxAttempts;
    }

    /** As if it had not been begun this time. */
    public TaskRow givenBack() {
        return new Change(this).released(released + 1).row();
    }

    /** The same holder, heard of at this moment of hub time. */
    public TaskRow renewed(long now) {
        return new Change(this).hold(hold == null ? null : hold.renewed(now)).row();
    }

    /** The worker waits for somebody, or no longer does. */
    public TaskRow moved(TaskStates.Trigger how) {
        return new Change(this).state(how).row();
    }

    /** It is over; who held it last is remembered. */
    public TaskRow ended(TaskStates.Trigger how, @Nullable String why, Instant at) {
        return new Change(this).state(how).reason(why).endedAt(at).row();
    }

    public TaskRow result(MessageId message) {
        return new Change(this).result(message).row();
    }

    public TaskRow priority(int now) {
        return new Change(this).queue(queue.priority(now)).row();
    }

    /** Nobody may claim it for the time being, or again. */
    public TaskRow parked(boolean isParked) {
        return new Change(this).queue(queue.parked(isParked)).row();
    }

    /**
     * Who holds a task, and until when.
     *
     * @param due in hub time
     * @param leaseMillis how long it is kept without being heard of
     */
    public record Hold(AgentName agent, InstanceId instance, long due, long leaseMillis) {
        /** The same, heard of at this moment of hub time. */
        public Hold renewed(long now) {
            return new Hold(agent, instance, Math.max(due, now + leaseMillis), leaseMillis);
        }
    }

    /**
     * Where a task stands among others.
     *
     * @param target the agent it is for, or empty for anybody
     * @param route negative while nobody may claim it, because its run is paused
     * @param place when it was queued first; grows
     * @param at when it was queued last
     */
    public record Queue(
            String target, Capabilities needs, long route, int priority, long place, Instant at) {
        Queue at(Instant now) {
            return new Queue(target, needs, route, priority, place, now);
        }

        Queue priority(int now) {
            return new Queue(target, needs, route, now, place, at);
        }

        Queue parked(boolean isParked) {
            long to = isParked ? -Math.abs(route) : Math.abs(route);
            return new Queue(target, needs, to, priority, place, at);
        }
    }

    /** How often a task may be tried, until when, and who is told of it. */
    public record Terms(int maxAttempts, @Nullable Instant deadlineAt, Contacts contacts) {}

    /** Who outside is told how a task ends, and when it needs input. */
    public record Contacts(@Nullable String email, @Nullable String webhook) {
        public static final Contacts NONE = new Contacts(null, null);
    }

    /** Makes a row from another. */
    private static final class Change {
        private final TaskRow from;
        private TaskState state;
        private Queue queue;
        private long fence;
        private int attempts;
        private int released;
        private @Nullable Hold hold;
        private @Nullable String reason;
        private @Nullable MessageId result;
        private @Nullable Instant endedAt;

        Change(TaskRow from) {
            this.from = from;
            this.state = from.state;
            this.queue = from.queue;
            this.fence = from.fence;
            this.attempts = from.attempts;
            this.released = from.released;
            this.hold = from.hold;
            this.reason = from.reason;
            this.result = from.result;
            this.endedAt = from.endedAt;
        }

        Change state(TaskStates.Trigger how) {
            state = TaskStates.require(state, how);
            return this;
        }

        Change queue(Queue now) {
            queue = now;
            return this;
        }

        Change fence(long now) {
            fence = now;
            return this;
        }

        Change attempts(int now) {
            attempts = now;
            return this;
        }

        Change released(int now) {
            released = now;
            return this;
        }

        Change hold(@Nullable Hold now) {
            hold = now;
            return this;
        }

        Change reason(@Nullable String now) {
            reason = now;
            return this;
        }

        Change result(MessageId now) {
            result = now;
            return this;
        }

        Change endedAt(Instant now) {
            endedAt = now;
            return this;
        }

        TaskRow row() {
            return new TaskRow(
                    from.key,
                    state,
                    queue,
                    from.terms,
                    fence,
                    attempts,
                    released,
                    hold,
                    from.requester,
                    reason,
                    result,
                    from.createdBy,
                    from.createdAt,
                    endedAt);
        }
    }
}
