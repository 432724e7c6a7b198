package dev.parley.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import java.time.Duration;
import java.util.List;

/** The tools of an agent in one of its sessions: those of any client that speaks for it there. */
public interface Tools {
    /** A tool as it is described to a model. */
    record Tool(String name, String description, ObjectNode schema) {}

    /** What came of a call, in words for a model. */
    record Result(String words, boolean isError) {}

    List<Tool> of(Principal agent);

    /**
     * Uses one; what goes wrong is a result as well.
     *
     * @param atMost how long a person's leave is waited for
     */
    Result use(Principal agent, String tool, ObjectNode arguments, Duration atMost)
            throws InterruptedException;
}
