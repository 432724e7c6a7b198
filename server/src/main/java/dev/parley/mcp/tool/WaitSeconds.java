package dev.parley.mcp.tool;

import dev.parley.http.Call;
import dev.parley.protocol.codec.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a call may wait for what it is about: its argument {@code wait_seconds}. */
final class WaitSeconds {
    private WaitSeconds() {}

    /** Not at all, unless it says so. */
    static Duration orNone(Fields in) {
        return of(in.integer("wait_seconds"), 0);
    }

    /** For as long as any call may, unless it says less. */
    static Duration orMost(Fields in) {
        return of(in.integer("wait_seconds"), Call.MAX_WAIT_SECONDS);
    }

    private static Duration of(@Nullable Long asked, long otherwise) {
        return Duration.ofSeconds(Call.waitSeconds(asked == null ? otherwise : asked));
    }
}
