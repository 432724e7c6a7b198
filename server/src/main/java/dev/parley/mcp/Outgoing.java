package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Where messages go that come before an answer. */
interface Outgoing {
    /** Whether the client takes any. */
    boolean isOpen();

    /** Something that the client can do without; dropped when it does not keep up. */
    void tell(ObjectNode message);

    /** Something that it must get. */
    void send(ObjectNode message);
}
