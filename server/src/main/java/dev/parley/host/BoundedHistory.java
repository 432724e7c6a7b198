package dev.parley.host;

import dev.parley.session.Turn;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Collectors;

/**
 * As much of what was said as a prompt may hold; what is older is only summed up.
 *
 * @param summary of what was dropped; empty when nothing was
 * @param kept the rest, in order
 */
record BoundedHistory(String summary, List<Turn.Line> kept) {
    private static final int SUMMARY_CHARS = 1_000;
    private static final int LINE_CHARS = 80;

    /** The same always comes of the same. */
    static BoundedHistory of(List<Turn.Line> all, int maxTurns, int maxChars) {
        var kept = new ArrayDeque<Turn.Line>();
        int room = Math.max(0, maxChars - SUMMARY_CHARS);
        int from = all.size();
        while (from > 0 && kept.size() < maxTurns && all.get(from - 1).words().length() <= room) {
            from--;
            kept.addFirst(all.get(from));
            room -= all.get(from).words().length();
        }
        return new BoundedHistory(summary(all.subList(0, from)), List.copyOf(kept));
    }

    private static String summary(List<Turn.Line> dropped) {
        if (dropped.isEmpty()) {
            return "";
        }
        var words =
                dropped.stream()
                        .map(line -> role(line) + ": " + shortened(line.words(), LINE_CHARS))
                        .collect(Collectors.joining("; "));
        return shortened(dropped.size() + " earlier messages. " + words, SUMMARY_CHARS);
    }

    static String role(Turn.Line line) {
        return line.isByAgent() ? "local_agent" : "remote_agent";
    }

    private static String shortened(String text, int most) {
        var line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= most ? line : line.substring(0, most - 1) + "…";
    }
}
