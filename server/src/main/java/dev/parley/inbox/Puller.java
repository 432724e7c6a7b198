package dev.parley.inbox;

import dev.parley.protocol.Address;
import dev.parley.protocol.InstanceId;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;

/** Who pulls: its place in the run, and which instance of the agent it is. */
record Puller(CursorTable.Key place, InboxCursorTable.Key reader) {
    /** People have no instances. */
    static Puller of(RunKey run, String agent, InstanceId instance) {
        var named = agent.equals(Address.USER.value()) ? InstanceId.ONLY : instance;
        return new Puller(
                new CursorTable.Key(
                        run, named.equals(InstanceId.ONLY) ? agent : agent + "/" + named),
                new InboxCursorTable.Key(new InboxKey(run.space(), agent), named.value()));
    }

    InstanceId instance() {
        return new InstanceId(reader.instance());
    }

    boolean isOnly() {
        return reader.instance().isEmpty();
    }

    ReceiptTable.Key receipt(Letter letter) {
        return new ReceiptTable.Key(place.run(), place.recipient(), letter.seq());
    }
}
