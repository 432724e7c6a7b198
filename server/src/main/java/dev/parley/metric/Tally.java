package dev.parley.metric;

import dev.parley.protocol.Act;
import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import java.time.Duration;
import java.util.Set;

/** Something that a command has brought about, counted once its batch is durable. */
public sealed interface Tally {
    /** An entry was added to a log. */
    record Appended(Act act) implements Tally {}

    /** Somebody has said something to others in a space. */
    record Said(Space space, String from, Set<String> to) implements Tally {}

    /** An entry was handed to a recipient for the first time, so long after it was added. */
    record Delivered(Duration after) implements Tally {}

    /** A worker has claimed a task. */
    record Claimed() implements Tally {}

    /** A task is over. */
    record TaskEnded(TaskState state) implements Tally {}

    /** It was tried to tell somebody outside of a task, and this is how that stands now. */
    record Noticed(NoticeChannel channel, NoticeState state) implements Tally {}

    /** A guard has paused a run. */
    record Tripped(Problem guard) implements Tally {}
}
