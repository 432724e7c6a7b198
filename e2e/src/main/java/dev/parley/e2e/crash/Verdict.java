package dev.parley.e2e.crash;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How the log compares with the ledger.
 *
 * @param counts how often each fault was found
 * @param examples the first few, in words
 */
public record Verdict(Map<Fault, Integer> counts, List<String> examples) {
    /** What may be wrong with a log. */
    public enum Fault {
        /** Acknowledged, but not in the log; or in the log, but never handed to its addressee. */
        LOST,
        /** One message or ack at two places. */
        DUPLICATED,
        /** At another place than was said, or handed out in another order. */
        MISORDERED,
        /** A place in the log without a message. */
        GAP,
        /** In the log, or handed out, but never sent. */
        INVENTED
    }

    public Verdict {
        var all = new EnumMap<Fault, Integer>(Fault.class);
        Arrays.stream(Fault.values()).forEach(fault -> all.put(fault, 0));
        all.putAll(counts);
        counts = Map.copyOf(all);
        examples = List.copyOf(examples);
    }

    public boolean isClean() {
        return counts.values().stream().allMatch(count -> count == 0);
    }

    public int count(Fault fault) {
        return counts.getOrDefault(fault, 0);
    }

    @Override
    public String toString() {
        var line =
                Arrays.stream(Fault.values())
                        .map(fault -> fault.name().toLowerCase(Locale.ROOT) + " " + count(fault))
                        .collect(Collectors.joining(", "));
        return examples.isEmpty() ? line : line + "\n  " + String.join("\n  ", examples);
    }
}
