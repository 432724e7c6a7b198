package dev.parley.session;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Hears what an agent does while it has its turn. */
public interface Ear {
    /** A step that stays in the log: {@code tool_intent}, {@code plan_update}, and so on. */
    void step(String kind, String summary, ObjectNode details);

    /** Words of the answer as they come; shown to whoever watches, not kept. */
    void said(String words);
}
