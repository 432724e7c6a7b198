package dev.parley.agent;

import dev.parley.protocol.AgentName;
import java.util.List;

/**
 * An agent that fits a task, and why.
 *
 * @param capabilities those of its card that the task speaks of
 * @param words further words of its name and description that the task has
 */
public record Choice(AgentName agent, List<String> capabilities, List<String> words) {
    public int score() {
        return Selector.CAPABILITY * capabilities.size() + words.size();
    }

    /** In a sentence. */
    public String reason() {
        var can = capabilities.isEmpty() ? "" : "can " + String.join(", ", capabilities);
        var says = words.isEmpty() ? "" : "its card says " + String.join(", ", words);
        if (score() == 0) {
            return "a model has chosen it";
        }
        return can.isEmpty() || says.isEmpty() ? can + says : can + "; " + says;
    }
}
