package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** How a client is asked for something; each era has its own way. */
@FunctionalInterface
interface Asking {
    Map<String, ObjectNode> ask(Map<String, Input> wanted) throws InterruptedException;
}
