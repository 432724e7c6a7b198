package dev.parley.stream;

import dev.parley.store.table.RunKey;
import dev.parley.task.Worker;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets a worker hear of the tasks that it may claim, as what may be claimed.
 *
 * @param told up to which entry of their logs tasks were told before the first frame
 */
record WorkGate(Worker worker, Map<RunKey, Long> told) implements Gate {
    @Override
    public List<Frame> pass(List<Frame> frames, Set<Interest> wanted) {
        return frames.stream().filter(this::lets).map(Frame::work).toList();
    }

    private boolean lets(Frame frame) {
        var change = frame.change();
        return change.work().filter(task -> worker.mayDo(task.queue())).isPresent()
                && change.seq() > told.getOrDefault(change.runKey(), 0L);
    }
}
