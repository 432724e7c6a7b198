package dev.parley.run.conduct;

import static dev.parley.protocol.AgentState.ANALYZING;
import static dev.parley.protocol.AgentState.COMPLETED;
import static dev.parley.protocol.AgentState.ERROR;
import static dev.parley.protocol.AgentState.EXECUTING;
import static dev.parley.protocol.AgentState.IDLE;
import static dev.parley.protocol.AgentState.WAITING_FOR_CHILD;
import static dev.parley.protocol.AgentState.WAITING_FOR_PARENT;
import static dev.parley.protocol.AgentState.WAITING_FOR_USER;

import dev.parley.protocol.AgentState;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The states of an agent in a run: from which, by what, into which. What is not here is illegal.
 */
public final class AgentStates {
    private static final Set<AgentState> WAITING =
            EnumSet.of(WAITING_FOR_CHILD, WAITING_FOR_PARENT, WAITING_FOR_USER);
    private static final Set<AgentState> RESTING = EnumSet.of(IDLE, COMPLETED, ERROR);
    private static final Set<AgentState> WORKING = EnumSet.of(ANALYZING, EXECUTING);
    private static final Set<AgentState> UNDONE =
            EnumSet.complementOf(EnumSet.of(COMPLETED, ERROR));

    /** Those in which an agent can hold an assignment. */
    private static final Set<AgentState> ENGAGED =
            EnumSet.complementOf(EnumSet.of(IDLE, COMPLETED));

    private static final Set<AgentState> ALL = EnumSet.allOf(AgentState.class);

    private static final Map<Trigger, Map<AgentState, AgentState>> TABLE = table();

    private AgentStates() {}

    /** The state after something has happened; empty when it must not happen in this state. */
    public static Optional<AgentState> next(AgentState state, Trigger trigger) {
        return Optional.ofNullable(of(trigger).get(state));
    }

    /** Everything that a trigger does, by the state it meets. */
    public static Map<AgentState, AgentState> of(Trigger trigger) {
        return TABLE.getOrDefault(trigger, Map.of());
    }

    private static Map<Trigger, Map<AgentState, AgentState>> table() {
        var rows = new Rows();
        rows.into(Trigger.PROMPTED, RESTING, ANALYZING);
        rows.stay(Trigger.PROMPTED, WORKING);
        rows.stay(Trigger.PROMPTED, WAITING);
        rows.into(Trigger.ACTED, EnumSet.of(ANALYZING), EXECUTING);
        rows.stay(Trigger.ACTED, EnumSet.complementOf(EnumSet.of(ANALYZING)));
        rows.into(Trigger.PROGRESSED, EnumSet.of(IDLE, ANALYZING, EXECUTING), EXECUTING);
        rows.stay(Trigger.PROGRESSED, WAITING);
        rows.into(Trigger.DELEGATED, ALL, WAITING_FOR_CHILD);
        rows.into(Trigger.ASKED_PARENT, UNDONE, WAITING_FOR_PARENT);
        rows.into(Trigger.ASKED_USER, UNDONE, WAITING_FOR_USER);
        rows.into(Trigger.RESUMED, WAITING, EXECUTING);
        rows.into(Trigger.REPORTED, ALL, COMPLETED);
        rows.into(Trigger.HANDED_BACK, ALL, IDLE);
        rows.into(Trigger.FINISHED, ALL, COMPLETED);
        rows.into(Trigger.STOPPED, ENGAGED, IDLE);
        rows.into(Trigger.FAILED, ALL, ERROR);
        return rows.table;
    }

    private static final class Rows {
        private final Map<Trigger, Map<AgentState, AgentState>> table =
                new EnumMap<>(Trigger.class);

        void into(Trigger trigger, Set<AgentState> from, AgentState to) {
            from.forEach(state -> row(trigger).put(state, to));
        }

        void stay(Trigger trigger, Set<AgentState> states) {
            states.forEach(state -> row(trigger).put(state, state));
        }

        private Map<AgentState, AgentState> row(Trigger trigger) {
            return table.computeIfAbsent(trigger, _ -> new EnumMap<>(AgentState.class));
        }
    }
}
