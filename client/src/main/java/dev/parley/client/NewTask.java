package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.codec.Json;
import java.time.Duration;

/**
 * Something to be done.
 *
 * @param json the request, whose further fields {@link #with} sets
 */
public record NewTask(ObjectNode json) {
    /** For whoever comes first, unless more is said. */
    public static NewTask of(String message) {
        return new NewTask(Json.object().put("message", message));
    }

    /** For this agent only. */
    public NewTask target(AgentName agent) {
        return with("target_agent", agent.value());
    }

    /** For those only who have all of these. */
    public NewTask needs(Capabilities needed) {
        var more = json.deepCopy();
        var words = more.putArray("required_capabilities");
        needed.words().forEach(words::add);
        return new NewTask(more);
    }

    /** Higher ones come first. */
    public NewTask priority(int priority) {
        return new NewTask(json.deepCopy().put("priority", priority));
    }

    /** Fails when it is not done by then. */
    public NewTask deadline(Duration time) {
        return new NewTask(json.deepCopy().put("deadline_seconds", time.toSeconds()));
    }

    /** How often it may be begun. */
    public NewTask maxAttempts(int attempts) {
        return new NewTask(json.deepCopy().put("max_attempts", attempts));
    }

    /** Who is mailed how it ends, and when it needs input. */
    public NewTask notifyEmail(String address) {
        return with("notify_email", address);
    }

    /** Which URL is called then. */
    public NewTask notifyWebhook(String url) {
        return with("notify_webhook", url);
    }

    /** The same with another field of the request, such as {@code codebase_id}. */
    public NewTask with(String field, String value) {
        return new NewTask(json.deepCopy().put(field, value));
    }
}
