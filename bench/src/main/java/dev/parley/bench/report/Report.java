package dev.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Everything that one run has measured: one table, and what is to be known beside it. */
public final class Report {
    private final List<Row> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    public Report add(Row row) {
        rows.add(row);
        return this;
    }

    /** A sentence below the table. */
    public Report note(String sentence) {
        notes.add(sentence);
        return this;
    }

    /** Whether everything that is demanded is so. */
    public boolean isMet() {
        return rows.stream().allMatch(Row::isMet);
    }

    @Override
    public String toString() {
        var grid = new Grid("what", "ours", "bare", "ratio", "demanded", "");
        for (var row : rows) {
            grid.row(
                    row.what(),
                    Grid.figure(row.ours()),
                    Grid.figure(row.bare()),
                    String.format(Locale.ROOT, "%.2f", row.ratio()),
                    row.demand().toString(),
                    row.verdict());
        }
        return grid + "\n\n" + String.join("\n", notes);
    }
}
