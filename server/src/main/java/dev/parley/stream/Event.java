package dev.parley.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Asides;
import dev.parley.protocol.codec.Json;

/**
 * One event as clients see it.
 *
 * @param session the session it belongs to
 * @param data as JSON on one line
 */
record Event(String name, String session, String data) {
    static final String MESSAGE = "agent_message";
    static final String PROGRESS = "agent_progress";
    static final String QUESTION = "user_input_request";
    static final String QUESTION_STANDS = "question";
    static final String RUN = "run";
    static final String PRESENCE = "presence";
    static final String LETTER = "dead_letter";
    static final String TOPICS = "topics";
    static final String STATE = "agent_state";
    static final String TASK = "task";
    static final String SESSION = "session";
    static final String SAID = "session_text";
    static final String WORK = "task_available";

    /** Words of an answer as they come. */
    static Event of(Asides.Aside aside) {
        var data =
                Json.object()
                        .put("session_id", aside.session().value())
                        .put("run_id", aside.run().value())
                        .put("agent", aside.agent())
                        .put("answers", aside.answers())
                        .put("text", aside.words());
        return of(SAID, aside.session().value(), data);
    }

    /** Something that belongs to no run, nor to a session. */
    static Event ofSpace(String name, ObjectNode data) {
        return new Event(name, "", Json.write(data));
    }

    static Event of(String name, String session, ObjectNode data) {
        return new Event(name, session, Json.write(data.put("sessionId", session)));
    }
}
