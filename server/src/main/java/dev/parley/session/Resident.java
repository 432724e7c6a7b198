package dev.parley.session;

import dev.parley.protocol.Space;
import dev.parley.store.table.SessionTable;

/** An agent of a space that the hub runs itself. */
public record Resident(Space space, String agent) {
    static Resident of(SessionTable.Key session) {
        return new Resident(session.run().space(), session.agent().value());
    }
}
