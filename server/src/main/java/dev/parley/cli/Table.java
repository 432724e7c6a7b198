package dev.parley.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings, each column as wide as its widest cell. */
final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    Table row(String... cells) {
        var safe = new ArrayList<String>();
        for (var cell : cells) {
            safe.add(Printable.line(cell));
        }
        rows.add(safe);
        return this;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                var cell = row.get(column);
                line.append(cell).repeat(' ', width(column) - cell.length()).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
