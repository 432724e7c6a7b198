package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import java.util.List;
import java.util.Optional;

/** Something that a model can have done, described for the model. */
public interface Tool {
    /** Letters, digits and underscores; what a model calls it by. */
    String name();

    /** A few words for people. */
    String title();

    /** What it does, when to use it and what comes back; it may say who the caller is. */
    String description(Client client);

    /** What whoever calls it must be allowed to do, as for a route of the HTTP door. */
    Permission permission();

    /** What it takes. */
    Schema input();

    /** What is wrong with arguments, a sentence each; nothing for a tool that looks by itself. */
    default List<String> complaints(ObjectNode arguments) {
        return input().complaints(arguments);
    }

    /** What its structured results look like, when they always look alike. */
    default Optional<Schema> output() {
        return Optional.empty();
    }

    Hints hints();

    /**
     * Whether it waits for nothing but the store, tells nothing before its result and asks nobody:
     * such a call needs no thread of its own.
     */
    default boolean isBrief() {
        return false;
    }

    /**
     * Does it, on a thread that may block. What it throws as a problem is a result that the model
     * reads. Where it asks, it may be called again from the beginning with the answers: it asks
     * before it acts.
     */
    ToolResult call(ToolCall call) throws Exception;
}
