package dev.parley.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was refused and what people did. */
public final class Audit {
    private static final int PAGE = 500;

    private final Transport transport;

    Audit(Transport transport) {
        this.transport = transport;
    }

    /** Which entries are wanted; an absent wish is met by all. */
    public record Wanted(
            Optional<String> principal, Optional<String> action, Optional<Instant> since) {
        public static final Wanted ALL =
                new Wanted(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The newest entries, at most this many. */
    public List<AuditEntry> newest(Wanted wanted, int most) {
        var entries = new ArrayList<AuditEntry>();
        Optional<String> next = Optional.empty();
        do {
            var target =
                    Target.of("api", "audit").with("limit", Math.min(PAGE, most - entries.size()));
            wanted.principal.ifPresent(who -> target.with("principal", who));
            wanted.action.ifPresent(what -> target.with("action", what));
            wanted.since.ifPresent(
                    since -> target.with("since", BigDecimal.valueOf(since.toEpochMilli(), 3)));
            next.ifPresent(place -> target.with("after", place));
            var page = transport.get(target);
            page.list("items").forEach(item -> entries.add(AuditEntry.read(item)));
            next = page.maybeText("next");
        } while (next.isPresent() && entries.size() < most);
        return List.copyOf(entries);
    }

    /**
     * Has the chain followed from its beginning.
     *
     * @param writtenDown a head that was noted earlier, {@code N:HASH}
     */
    public AuditVerdict verify(Optional<String> writtenDown) {
        var target = Target.of("api", "audit", "verify");
        writtenDown.ifPresent(head -> target.with("head", head));
        return AuditVerdict.read(transport.get(target, CheckReport.LONGEST));
    }
}
