package dev.parley.store.table;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import org.jspecify.annotations.Nullable;

/**
 * How a run stands, as far as it changes.
 *
 * @param paused whether agents may add nothing until somebody lets the run go on
 * @param openMatters how many blockers and questions nobody has settled yet
 * @param silent how many internal messages came since the user last saw anything
 * @param reason why it waits, or how it ended
 * @param question what must be answered before it goes on
 * @param summary the last word of a run that has ended
 */
public record Standing(
        RunStatus status,
        boolean paused,
        int openMatters,
        int silent,
        @Nullable String reason,
        @Nullable String question,
        @Nullable String summary) {
    static final Standing NEW = new Standing(RunStatus.RUNNING, false, 0, 0, null, null, null);

    public Standing pause(String why, @Nullable String until) {
        return new Standing(
                next(RunStates.Trigger.HELD_UP), true, openMatters, silent, why, until, summary);
    }

    public Standing resume() {
        return new Standing(live(openMatters), false, openMatters, 0, null, null, summary);
    }

    /** One more blocker or question, or one fewer. */
    public Standing matters(int more) {
        int now = Math.max(0, openMatters + more);
        return paused
                ? new Standing(status, true, now, silent, reason, question, summary)
                : new Standing(live(now), false, now, silent, null, null, summary);
    }

    public Standing silent(int now) {
        return new Standing(status, paused, openMatters, now, reason, question, summary);
    }

    public Standing end(RunStates.Trigger how, @Nullable String why, @Nullable String word) {
        return new Standing(next(how), false, 0, silent, why, null, word);
    }

    /** A run that has ended, however it came to that. */
    public Standing as(RunStatus last) {
        return new Standing(last, false, 0, silent, reason, null, summary);
    }

    private RunStatus live(int matters) {
        return next(matters > 0 ? RunStates.Trigger.HELD_UP : RunStates.Trigger.FREED);
    }

    private RunStatus next(RunStates.Trigger trigger) {
        return RunStates.next(status, trigger)
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.RUN_ENDED,
                                        "the run is "
                                                + Wire.name(status)
                                                + "; nothing more happens in it"));
    }
}
