package dev.parley.run;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Sha256;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Ids of what the hub tells once, made of what it is about. They can be foreseen, so nobody else
 * may use one.
 */
public final class HubId {
    private static final String BEGINNING = "hub_";
    private static final int BYTES = 16;

    private HubId() {}

    /** The same for the same words. */
    public static MessageId of(String... about) {
        var digest = Sha256.of(String.join("\n", about));
        return new MessageId(BEGINNING + HexFormat.of().formatHex(digest, 0, BYTES));
    }

    static void refuse(@Nullable MessageId chosen) {
        if (chosen != null && chosen.value().startsWith(BEGINNING)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a message_id that begins with "
                            + BEGINNING
                            + " is the hub's own; choose another than "
                            + Names.quote(chosen.value()));
        }
    }
}
