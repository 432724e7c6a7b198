package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/** What each era has its own way for, while a request is being answered. */
interface Era {
    /** From where on something is worth noting for the client; empty for nothing. */
    Optional<LogLevel> threshold();

    /** Asks the client for something. */
    Map<String, ObjectNode> ask(Map<String, Input> wanted) throws InterruptedException;

    /** By what a request can be told from all others, if by its id it can. */
    Optional<Exchange.Named> named(JsonNode id);
}
