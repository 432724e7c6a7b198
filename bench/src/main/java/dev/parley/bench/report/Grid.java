package dev.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown: the first column to the left, figures to the right. */
public final class Grid {
    private final List<List<String>> rows = new ArrayList<>();

    public Grid(String... headings) {
        rows.add(List.of(headings));
    }

    public Grid row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** A figure with as many digits as mean something. */
    public static String figure(double value) {
        double size = Math.abs(value);
        if (size >= 1_000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(
                Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int row = 0; row < rows.size(); row++) {
            text.append(line(rows.get(row)));
            if (row == 0) {
                text.append(ruler());
            }
        }
        return text.toString().stripTrailing();
    }

    private String line(List<String> cells) {
        var line = new StringBuilder("|");
        for (int column = 0; column < cells.size(); column++) {
            var cell = cells.get(column);
            int space = width(column) - cell.length();
            line.append(' ').repeat(' ', column == 0 ? 0 : space);
            line.append(cell).repeat(' ', column == 0 ? space : 0).append(" |");
        }
        return line.append('\n').toString();
    }

    private String ruler() {
        var line = new StringBuilder("|");
        for (int column = 0; column < rows.getFirst().size(); column++) {
            line.repeat('-', width(column) + 1).append(column == 0 ? "-|" : ":|");
        }
        return line.append('\n').toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
