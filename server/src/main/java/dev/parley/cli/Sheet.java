package dev.parley.cli;

import java.util.ArrayList;
import java.util.List;

/** What there is to say of one thing, a line for each fact. */
final class Sheet {
    private static final String INDENT = " ".repeat(10);

    private final List<String> lines = new ArrayList<>();

    Sheet fact(String name, String value) {
        var first = name + INDENT.substring(name.length());
        for (var line : Printable.lines(value)) {
            lines.add((first + line).stripTrailing());
            first = INDENT;
        }
        return this;
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
