package dev.parley.bench.store;

import dev.parley.run.Append;
import dev.parley.store.Dialect;
import dev.parley.store.Sql;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;

/**
 * What the engine is measured against: one thread that binds, batches and commits, and does nothing
 * else. Same file format, same settings, same checkpoints; no queue, no answers, no look whether an
 * id was used before.
 */
final class BareWriter implements AutoCloseable {
    private final Dialect dialect;
    private final Sql sql;
    private final List<Template> templates;
    private final Rows rows;
    private final Numbered ids = new Numbered();
    private final long[] heads;
    private final PreparedStatement message;
    private final PreparedStatement receipt;
    private final PreparedStatement feed;
    private final PreparedStatement run;
    private final BareMail mail;
    private long written;

    private BareWriter(Dialect dialect, Sql sql, List<Template> templates, Rows rows)
            throws SQLException {
        this.dialect = dialect;
        this.sql = sql;
        this.templates = templates;
        this.rows = rows;
        this.heads = new long[templates.size()];
        this.message =
                sql.prepare(
                        "INSERT INTO messages (space, run_id, message_id, seq, kind,"
                                + " created_at, checksum, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        this.receipt =
                sql.prepare(
                        "INSERT INTO receipts (space, run_id, recipient, seq, state,"
                                + " needs_ack, delivered_at, acked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        this.feed = sql.prepare("INSERT INTO feed (space, type, run_id, seq) VALUES (?, ?, ?, ?)");
        this.mail = new BareMail(sql);
        this.run = sql.prepare("UPDATE runs SET head = ? WHERE space = ? AND run_id = ?");
    }

    /** A database with the engine's schema and the same runs in it, written without the engine. */
    static BareWriter open(Path folder, int runs, int bodyBytes, Rows rows) throws SQLException {
        List<Template> templates;
        try (var engine = Engine.open(folder)) {
            templates = engine.begin(runs, bodyBytes);
        }
        var dialect = Engine.dialect(folder);
        dialect.prepare();
        return new BareWriter(dialect, dialect.openWriter(), templates, rows);
    }

    /** Writes batches of this size for a time. */
    Sample run(int batch, Duration time) throws Exception {
        long before = written;
        long commits = 0;
        long cpu = Cpu.ofCurrentThread();
        long begun = System.nanoTime();
        for (long end = begun + time.toNanos(); System.nanoTime() < end; commits++) {
            write(batch);
        }
        return new Sample(
                written - before, commits, System.nanoTime() - begun, Cpu.ofCurrentThread() - cpu);
    }

    /** One transaction. */
    void write(int batch) throws SQLException, InterruptedException {
        long now = System.currentTimeMillis();
        long first = written;
        for (int i = 0; i < batch; i++) {
            int index = (int) (written++ % heads.length);
            add(templates.get(index).first(), ++heads[index], now);
        }
        message.executeBatch();
        if (rows.hasMail()) {
            mail.write(templates.getFirst().first().run().space().value());
        }
        if (rows.hasReceipts()) {
            receipt.executeBatch();
            feed.executeBatch();
            for (long i = first; i < first + Math.min(batch, heads.length); i++) {
                addHead((int) (i % heads.length));
            }
            run.executeBatch();
        }
        dialect.commit(sql);
        dialect.rest();
    }

    private void add(Append append, long seq, long now) throws SQLException {
        var space = append.run().space().value();
        var runId = append.run().run().value();
        message.setString(1, space);
        message.setString(2, runId);
        message.setString(3, ids.next("msg"));
        message.setLong(4, seq);
        message.setString(5, append.line().message().kind());
        message.setLong(6, now);
        message.setLong(7, append.line().checksum());
        message.setBytes(8, append.line().digest());
        message.setString(9, append.line().body());
        message.addBatch();
        if (rows.hasMail()) {
            mail.add(append, seq, now);
        }
        if (rows.hasReceipts()) {
            for (var recipient : append.line().recipients()) {
                addReceipt(space, runId, recipient, seq);
            }
            feed.setString(1, space);
            feed.setString(2, "message");
            feed.setString(3, runId);
            feed.setLong(4, seq);
            feed.addBatch();
        }
    }

    private void addReceipt(String space, String runId, String recipient, long seq)
            throws SQLException {
        receipt.setString(1, space);
        receipt.setString(2, runId);
        receipt.setString(3, recipient);
        receipt.setLong(4, seq);
        receipt.setString(5, "queued");
        receipt.setLong(6, 0);
        receipt.setNull(7, Types.BIGINT);
        receipt.setNull(8, Types.BIGINT);
        receipt.addBatch();
    }

    private void addHead(int index) throws SQLException {
        var key = templates.get(index).first().run();
        run.setLong(1, heads[index]);
        run.setString(2, key.space().value());
        run.setString(3, key.run().value());
        run.addBatch();
    }

    @Override
    public void close() throws SQLException {
        sql.close();
        dialect.close();
    }
}
