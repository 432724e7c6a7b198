package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.program.Dialogue;
import dev.parley.program.JsonRpc;
import dev.parley.protocol.ParleyException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Has what an agent says go to the turn that it has; what it says at other times is dropped. */
final class AcpHearing implements Dialogue.Listener {
    private final Consumer<String> violation;
    private final AtomicBoolean isNoted = new AtomicBoolean();
    private volatile @Nullable Round round;

    /**
     * One turn, as long as it lasts.
     *
     * @param trouble is told why it cannot go on
     */
    record Round(AcpTurn turn, AcpPermissions permissions, Consumer<ParleyException> trouble) {}

    /**
     * Listens.
     *
     * @param violation is told once when the agent prints what it must not
     */
    AcpHearing(Consumer<String> violation) {
        this.violation = violation;
    }

    void begin(Round next) {
        round = next;
    }

    void end() {
        round = null;
    }

    @Override
    public void heard(Dialogue where, JsonNode message) {
        var now = round;
        try {
            if (JsonRpc.isRequest(message)) {
                asked(where, message, now);
            } else if (now != null && JsonRpc.isNotification(message, "session/update")) {
                now.turn.heard(message.at("/params/update"));
            }
        } catch (ParleyException refused) {
            if (now != null) {
                now.trouble.accept(refused);
            }
        }
    }

    /** Agents are lent neither files nor terminals: they have their own. */
    private static void asked(Dialogue where, JsonNode message, @Nullable Round now) {
        if (!message.path("method").asText().equals("session/request_permission")) {
            where.mention(JsonRpc.methodNotFound(message, "the hub does not offer this"));
        } else if (now == null) {
            where.mention(AcpPermissions.cancelled(message));
        } else {
            now.permissions.asked(message, now.turn.asked(message.at("/params/toolCall")));
        }
    }

    @Override
    public void gibberish() {
        if (isNoted.compareAndSet(false, true)) {
            violation.accept("it prints what is no message of ACP");
        }
    }
}
