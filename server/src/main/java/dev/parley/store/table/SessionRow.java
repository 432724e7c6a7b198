package dev.parley.store.table;

import dev.parley.protocol.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session.
 *
 * @param parent the session that has spawned it
 * @param depth how many sessions deep it was spawned
 * @param ref by which the agent itself knows the conversation
 * @param running the turn that is under way, by the seq of its message
 * @param fault why its last turn has failed
 */
public record SessionRow(
        SessionTable.Key key,
        SessionId id,
        @Nullable String cwd,
        @Nullable String model,
        @Nullable SessionId parent,
        int depth,
        @Nullable String ref,
        @Nullable Long running,
        @Nullable String fault,
        String createdBy,
        Instant createdAt,
        Instant touchedAt,
        @Nullable Instant closedAt) {

    public static SessionRow opened(
            SessionTable.Key key,
            SessionId id,
            @Nullable String cwd,
            @Nullable String model,
            @Nullable SessionId parent,
            int depth,
            String createdBy,
            Instant now) {
        return new SessionRow(
                key, id, cwd, model, parent, depth, null, null, null, createdBy, now, now, null);
    }

    public SessionRow touched(Instant now) {
        return with(ref, running, fault, now, closedAt);
    }

    /** Its agent has the turn to answer the message with this seq. */
    public SessionRow begun(long seq, Instant now) {
        return with(ref, seq, fault, now, closedAt);
    }

    /** Its turn is over. */
    public SessionRow ended(@Nullable String newRef, @Nullable String newFault, Instant now) {
        return with(newRef == null ? ref : newRef, null, newFault, now, closedAt);
    }

    public SessionRow closed(Instant now) {
        return with(ref, null, fault, now, now);
    }

    private SessionRow with(
            @Nullable String newRef,
            @Nullable Long newRunning,
            @Nullable String newFault,
            Instant newTouched,
            @Nullable Instant newClosed) {
        return new SessionRow(
                key,
                id,
                cwd,
                model,
                parent,
                depth,
                newRef,
                newRunning,
                newFault,
                createdBy,
                createdAt,
                newTouched,
                newClosed);
    }
}
