package dev.parley.host;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;

/** What it means that an agent has stopped, by the reason that it gives. */
final class AcpStop {
    private AcpStop() {}

    /**
     * What the agent has answered. Words that a limit has cut short are worth having, and say so;
     * without any, and when the agent refuses, the turn has failed.
     */
    static String words(String reason, String said) {
        return switch (reason) {
            case "end_turn" -> said;
            case "max_tokens" -> cut(said, "it has reached its limit of tokens");
            case "max_turn_requests" -> cut(said, "it has reached its limit of requests");
            case "refusal" -> throw failed("it refuses to go on", said);
            case "cancelled" -> throw failed("it has stopped by itself", said);
            default -> cut(said, "it has stopped: " + Excerpt.text(reason, 50));
        };
    }

    private static String cut(String said, String why) {
        if (said.isEmpty()) {
            throw failed(why, said);
        }
        return said + "\n\n[" + why + "]";
    }

    private static ParleyException failed(String why, String said) {
        return new ParleyException(
                Problem.AGENT_FAILED,
                said.isEmpty() ? why : why + "; it said: " + Excerpt.text(said, 500));
    }
}
