package dev.parley.operate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a check has looked at and found wrong. */
public final class Findings {
    private static final int MAX_SHOWN = 100;

    private final List<String> shown = new ArrayList<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private long found;

    void report(String finding) {
        found++;
        if (shown.size() < MAX_SHOWN) {
            shown.add(finding);
        }
    }

    void count(String what, long number) {
        counts.merge(what, number, Long::sum);
    }

    /** Sentences, at most {@value #MAX_SHOWN} of them. */
    public List<String> shown() {
        return List.copyOf(shown);
    }

    /** How many things were found, shown or not. */
    public long found() {
        return found;
    }

    /** How much of what was looked at. */
    public Map<String, Long> counts() {
        return counts;
    }
}
