package dev.parley.stream;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.inbox.Sharing;
import dev.parley.protocol.InstanceId;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxKey;
import java.util.List;
import java.util.Set;

/** Which of the frames that a stream wants it sends. */
interface Gate {
    Gate ALL = (frames, _) -> frames;

    /** Those of a few frames, in their order, that go out. */
    List<Frame> pass(List<Frame> frames, Set<Interest> wanted);

    /** A while has passed since the last time. */
    default void pulse() {}

    /** What reaches an agent by its own stream is delivered; others take nothing. */
    static Gate of(Principal caller, InstanceId instance, Sharing sharing) {
        var agent = caller.speaksFor();
        if (agent.isEmpty() || !caller.may(Permission.RECEIVE)) {
            return ALL;
        }
        var inbox = new InboxKey(caller.space(), agent.get().value());
        return new OwnMail(
                new Interest.OfAgent(caller.space(), agent.get()),
                new InboxCursorTable.Key(inbox, instance.value()),
                sharing);
    }
}
