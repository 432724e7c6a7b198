package dev.parley.store.table;

import dev.parley.protocol.SessionId;
import dev.parley.protocol.SessionState;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session.
 *
 * @param parent the session that has spawned it
 * @param depth how many sessions deep it was spawned
 * @param ref by which the agent itself knows the conversation
 * @param running the turn that is under way, by the seq of its message
 * @param waiting how many turns are not over, that one included
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
        int waiting,
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
                key, id, cwd, model, parent, depth, null, null, 0, null, createdBy, now, now, null);
    }

    /** How it stands; closed ones wait for nothing. */
    public SessionState state() {
        return waiting > 0
                ? SessionState.STREAMING
                : fault != null ? SessionState.ERROR : SessionState.IDLE;
    }

    /** Why it stands in error; nothing while it is at something else. */
    public Optional<String> error() {
        return state() == SessionState.ERROR ? Optional.ofNullable(fault) : Optional.empty();
    }

    /** Another turn is to be taken. */
    public SessionRow called(Instant now) {
        return with(ref, running, waiting + 1, fault, now, closedAt);
    }

    /** Its agent has the turn to answer the message with this seq. */
    public SessionRow begun(long seq, Instant now) {
        return with(ref, seq, waiting, fault, now, closedAt);
    }

    /** The turn that was under way is over. */
    public SessionRow ended(@Nullable String newRef, @Nullable String newFault, Instant now) {
        var known = newRef == null ? ref : newRef;
        return with(known, null, Math.max(0, waiting - 1), newFault, now, closedAt);
    }

    /** Turns that were not under way are over. */
    public SessionRow without(int turns) {
        return with(ref, running, Math.max(0, waiting - turns), fault, touchedAt, closedAt);
    }

    /** The turn that was under way waits once more. */
    public SessionRow again() {
        return with(ref, null, waiting, fault, touchedAt, closedAt);
    }

    public SessionRow closed(Instant now) {
        return with(ref, null, 0, fault, now, now);
    }

    private SessionRow with(
            @Nullable String newRef,
            @Nullable Long newRunning,
            int newWaiting,
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
                newWaiting,
                newFault,
                createdBy,
                createdAt,
                newTouched,
                newClosed);
    }
}
