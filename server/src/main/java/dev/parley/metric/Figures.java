package dev.parley.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One gauge with labels, in Prometheus's text format, for whoever may see these labels. */
public final class Figures {
    private final String name;
    private final List<String> lines = new ArrayList<>();

    /** Begins with the name as it is on the wire. */
    public Figures(String name, String description) {
        this.name = name;
        lines.add("# HELP " + name + ' ' + description);
        lines.add("# TYPE " + name + " gauge");
    }

    public void add(Map<String, String> labels, double value) {
        var written =
                labels.entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
                        .sorted()
                        .collect(Collectors.joining(","));
        lines.add(String.format(Locale.ROOT, "%s{%s} %.3f", name, written, value));
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + '\n';
    }
}
