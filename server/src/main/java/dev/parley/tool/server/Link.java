package dev.parley.tool.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A connection to a tool server. Several requests may be under way on it. */
interface Link extends AutoCloseable {
    /**
     * Sends a request and waits for its answer; refuses with {@code tool-timeout} when there is
     * none in time, and with {@code tool-failed} when there can be none any more.
     */
    Reply ask(String method, ObjectNode params, Duration atMost, Consumer<Progress> progress);

    /** Sends what needs no answer. */
    void tell(String method, ObjectNode params);

    /** In which era both speak from now on. */
    void speaks(Era era);

    /** Which tools there are, of some of which calls are sent in another way. */
    default void offers(List<Tool> tools) {}

    boolean isOpen();

    /** Ends it once whatever is under way on it has ended; nothing new begins there. */
    void finish();

    @Override
    void close();
}
