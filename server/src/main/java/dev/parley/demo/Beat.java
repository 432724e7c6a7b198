package dev.parley.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** One thing that somebody does in a story. */
sealed interface Beat {
    /** Writes down what the user wants. */
    record Intend(ObjectNode intent) implements Beat {}

    /**
     * Says something.
     *
     * @param answers the kind of the message that it answers, which it must have heard; empty for
     *     none
     */
    record Tell(Role to, String kind, String words, String answers) implements Beat {}

    /**
     * Uses a tool; what that says is noted.
     *
     * @param otherwise what is noted when a person has not approved it
     */
    record Use(String tool, Map<String, String> arguments, String note, String otherwise)
            implements Beat {}

    /**
     * Asks the person who watches; what was chosen is noted.
     *
     * @param choices of which the first is taken when nobody answers
     */
    record Ask(String question, String context, List<String> choices, String note)
            implements Beat {}

    /** Has a task done by whoever has what it takes; the result is noted. */
    record HandOut(String task, String capability, String note) implements Beat {}

    /** Publishes that something has happened. */
    record Publish(String event, String words) implements Beat {}

    /** Says something in a session with an agent that the hub runs. */
    record Confide(String agent, String words) implements Beat {}

    /**
     * Judges every criterion.
     *
     * @param shownBy by which note each is shown, by its text
     */
    record Judge(Map<String, String> shownBy) implements Beat {}
}
