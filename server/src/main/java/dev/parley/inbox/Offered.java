package dev.parley.inbox;

import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Message;
import dev.parley.store.table.ReceiptTable;
import java.util.Optional;

/**
 * Something that is for an agent, before it is known which of its instances gets it.
 *
 * @param position where in the inbox it was found; 0 when it was found in its run
 * @param attempt which time of those that it came; 0 when it does not matter
 * @param addressed the only instance that may have it, if its sender named one
 */
record Offered(
        ReceiptTable.Key receipt, long position, int attempt, Optional<InstanceId> addressed) {
    static Optional<InstanceId> addressed(Message message) {
        return message.toAgent().instance().map(InstanceId::new);
    }
}
