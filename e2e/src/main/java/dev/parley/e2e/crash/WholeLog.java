package dev.parley.e2e.crash;

import dev.parley.client.ParleyClient;
import dev.parley.protocol.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads runs page by page, from the first message to the last. */
public final class WholeLog {
    private static final int PAGE = 500;

    private WholeLog() {}

    public static List<Entry> of(ParleyClient client, List<RunId> runs) {
        var entries = new ArrayList<Entry>();
        for (var run : runs) {
            long after = 0;
            while (true) {
                var page = client.messages().after(run, after, PAGE, Duration.ZERO);
                page.messages().stream().map(Entry::of).forEach(entries::add);
                if (page.messages().isEmpty()) {
                    break;
                }
                after = page.cursor(after);
            }
        }
        return entries;
    }
}
