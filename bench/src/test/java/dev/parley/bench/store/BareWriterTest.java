package dev.parley.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BareWriterTest {
    private static final int RUNS = 4;
    private static final int BODY_BYTES = 480;

    /** Everything but the time of writing and the ids, which both sides count for themselves. */
    private static final List<String> CONTENTS =
            List.of(
                    "SELECT run_id, seq, kind, checksum, hex(digest), body FROM messages",
                    "SELECT run_id, recipient, seq, state, needs_ack, delivered_at FROM receipts",
                    "SELECT space, type, run_id, seq FROM feed",
                    "SELECT recipient, position, run_id, seq, attempt FROM inbox",
                    "SELECT recipient, head FROM inbox_heads",
                    "SELECT sender, run_id, seq FROM outbox",
                    "SELECT run_id, protocol, status, head FROM runs");

    @TempDir Path folder;

    @Test
    void theBareLoopStoresTheRowsThatTheEngineStores() throws Exception {
        var ours = Files.createDirectory(folder.resolve("ours"));
        var bare = Files.createDirectory(folder.resolve("bare"));
        try (var engine = Engine.open(ours)) {
            new Filling(engine, engine.begin(RUNS, BODY_BYTES)).write(30);
        }
        try (var writer = BareWriter.open(bare, RUNS, BODY_BYTES, Rows.ALL)) {
            writer.write(7);
            writer.write(20);
            writer.write(3);
        }
        for (var content : CONTENTS) {
            assertThat(rows(bare, content)).isNotEmpty().isEqualTo(rows(ours, content));
        }
        assertThat(rows(ours, "SELECT length(body) FROM messages")).containsOnly("480 ");
    }

    private static List<String> rows(Path folder, String content) throws SQLException {
        try (var sql = Engine.dialect(folder).openReader()) {
            return sql
                    .rows(
                            content,
                            row -> {
                                var cells = new ArrayList<String>();
                                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                                    cells.add(row.getString(i));
                                }
                                return String.join(" ", cells) + " ";
                            })
                    .stream()
                    .sorted()
                    .toList();
        }
    }
}
