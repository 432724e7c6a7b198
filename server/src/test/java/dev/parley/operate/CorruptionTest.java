package dev.parley.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Kinds;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.blob.FileBlobs;
import dev.parley.store.sqlite.SqliteDialect;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each of these planted corruptions is found. */
class CorruptionTest {
    @TempDir private static Path healthy;
    @TempDir private Path folder;

    /** Two runs: what one has wrong must not hide in the sums over both. */
    @BeforeAll
    static void history() throws IOException {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            for (int i = 0; i < 2; i++) {
                var run =
                        alice.run(
                                "{\"participants\":{\"a\":\"alice\",\"b\":\"bob\",\"c\":\"carol\",\"d\":\"Aa\"}}");
                for (int m = 1; m <= 4; m++) {
                    alice.say(
                            run,
                            "{\"to\":\"b\",\"message_id\":\"m%d\",\"requires_ack\":true,\"kind\":\"%s\"}"
                                    .formatted(m, m == 3 ? "intent_brief" : "message"));
                }
                alice.say(run, "{\"to\":\"broadcast\",\"message_id\":\"m5\"}");
                var text = "x".repeat(70_000);
                alice.say(
                        run,
                        "{\"to\":\"b\",\"message_id\":\"m6\",\"payload\":{\"t\":\""
                                + text
                                + "\"}}");
                bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m2\"}").expect(200);
                bob.post("/api/runs/" + run + "/pull", "{}").expect(200);
            }
            long fence = claim(alice, bob);
            var first = bob.get("/api/tasks").all("items", "task_id").getFirst();
            bob.post("/api/tasks/" + first + "/complete", "{\"fence\":" + fence + "}").expect(201);
            claim(alice, bob);
            alice.post("/api/tasks", "{\"message\":\"m\"}").expect(201);
            var session = alice.post("/api/sessions", "{\"agent\":\"bob\"}").expect(201);
            alice.post(
                            "/api/sessions/" + session.text("sessionId") + "/messages",
                            "{\"message\":\"m\"}")
                    .expect(201);
            parley.stop();
            copy(parley.folder(), healthy);
        }
    }

    private static long claim(Caller requester, Caller worker) {
        requester.post("/api/tasks", "{\"message\":\"m\"}").expect(201);
        return worker.post("/api/tasks/claim", "{}").expect(200).json().at("/lease/fence").asLong();
    }

    @Test
    void withoutAnyNothingIsFound() throws Exception {
        copy(healthy, folder);
        assertThat(check().shown()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            maxCharsPerColumn = 1_000,
            textBlock =
                    """
            a missing message in the middle   | DELETE FROM messages WHERE message_id = 'm3' | seq 3 is missing
            a missing message at the end      | DELETE FROM messages WHERE kind = 'ack'      | log ends at 6 but its head says 7
            a changed body                    | UPDATE messages SET body = replace(body, 'internal', 'user_visible') | not what was written
            a changed kind                    | UPDATE messages SET kind = 'final_response' WHERE message_id = 'm1'  | not what was written
            a changed id                      | UPDATE messages SET message_id = 'mm' WHERE message_id = 'm1'        | not what was written
            a moved message                   | UPDATE messages SET seq = 99 WHERE message_id = 'm6'                 | seq 6 is missing
            a head too high                   | UPDATE runs SET head = head + 1                  | head says 8
            a head too low                    | UPDATE runs SET head = head - 1                  | head says 6
            a missing receipt                 | DELETE FROM receipts WHERE seq = 5 AND recipient = 'carol'   | receipts are not what follows
            an extra receipt                  | INSERT INTO receipts SELECT space, run_id, 'dave', 1, 'queued', 0, NULL, NULL, 0 FROM runs | receipts are not what follows
            a receipt of somebody else        | UPDATE receipts SET recipient = 'dave' WHERE recipient = 'carol' | receipts are not what follows
            a receipt under a twin's name     | UPDATE receipts SET recipient = 'BB' WHERE recipient = 'Aa'      | receipts are not what follows
            a receipt that needs no ack       | UPDATE receipts SET needs_ack = 0 WHERE seq = 1  | receipts are not what follows
            an acked receipt without an ack   | UPDATE receipts SET acked_at = 1, state = 'acked' WHERE seq = 1 AND recipient = 'bob' | receipts are not what follows
            an ack without an acked receipt   | UPDATE receipts SET acked_at = NULL, state = 'delivered' WHERE seq = 2 | receipts are not what follows
            an ack at another time            | UPDATE receipts SET acked_at = acked_at + 1 WHERE acked_at IS NOT NULL | receipts are not what follows
            a receipt that only says acked    | UPDATE receipts SET state = 'acked' WHERE seq = 3 | is acked at no time
            a receipt that was not given up   | UPDATE receipts SET state = 'timed_out' WHERE seq = 1 | tells otherwise than that bob's seq 1 is timed_out
            a receipt that cannot be dead     | UPDATE receipts SET state = 'dead' WHERE seq = 1 | tells otherwise than that bob's seq 1 is dead
            a clock without a run             | INSERT INTO ack_clocks VALUES ('default', 'run_gone', 'bob', 1, 0, 1, NULL, NULL) | belong to no run
            a cursor ahead of the log         | UPDATE cursors SET seq = 8                       | cursor of bob is ahead
            a missing inbox entry             | DELETE FROM inbox WHERE recipient = 'bob' AND position = 2 | the inboxes are not what follows
            an extra inbox entry              | INSERT INTO inbox SELECT space, recipient, position + 90, run_id, seq, 1 FROM inbox WHERE recipient = 'carol' | the inboxes are not what follows
            an inbox entry of another message | UPDATE inbox SET seq = 1 WHERE recipient = 'bob' AND position = 2 | the inboxes are not what follows
            an inbox entry of somebody else   | UPDATE inbox SET recipient = 'dave' WHERE recipient = 'carol' | the inboxes are not what follows
            a receipt of another position     | UPDATE receipts SET position = position + 1 WHERE recipient = 'bob' | does not stand in the inbox where
            an inbox whose head is too low    | UPDATE inbox_heads SET head = head - 1 WHERE recipient = 'bob' | its head says
            an inbox cursor ahead of its head | INSERT INTO inbox_cursors SELECT space, recipient, '', head + 1 FROM inbox_heads | is ahead of its inbox
            a missing feed entry              | DELETE FROM feed WHERE seq = 3                   | the feed does not tell
            a doubled feed entry              | INSERT INTO feed (space, type, run_id, seq) SELECT space, type, run_id, seq FROM feed WHERE seq = 3 | the feed does not tell
            feed entries that cancel out      | UPDATE feed SET seq = 2 WHERE seq IN (1, 3)      | the feed does not tell
            an agent's state that is wrong    | UPDATE run_agents SET state = 'error'            | is not what follows from its log
            an agent's state that is lost     | DELETE FROM run_agents                           | is missing
            a reply that nobody awaits        | DELETE FROM awaited                              | nothing is awaited
            a reply that was had already      | UPDATE awaited SET state = 'answered'            | is not what follows from its log
            a run that only seems to wait     | UPDATE runs SET status = 'waiting'               | but its log says
            a run that only seems paused      | UPDATE runs SET paused = 1                       | but its log says
            a message without a run           | INSERT INTO messages (space, run_id, message_id, seq, kind, created_at, checksum, digest, body) SELECT space, 'run_gone', message_id, seq, kind, created_at, checksum, digest, body FROM messages LIMIT 1 | belong to no run
            a participant without a run       | UPDATE participants SET run_id = 'run_gone' WHERE role = 'c' AND run_id = (SELECT min(run_id) FROM runs) | belong to no run
            a task that only seems over       | UPDATE tasks SET state = 'failed', ended_at = 1 WHERE state = 'running' | its task is failed but it is running
            a task whose result is lost       | UPDATE tasks SET result = 'none' WHERE state = 'completed' | result of its task is not in its log
            a task in wrong hands             | UPDATE tasks SET holder = 'carol' WHERE state = 'running'  | is held by carol but its log says by bob
            a task that nobody holds          | UPDATE tasks SET holder = NULL WHERE state = 'running'     | but nobody holds it
            a task claimed behind the log     | UPDATE tasks SET fence = fence + 1, attempts = 1 WHERE state = 'queued' | not claimed as often
            a task that seems parked          | UPDATE tasks SET route = -route WHERE state = 'queued'     | may be claimed although
            a task without a run              | UPDATE tasks SET run_id = 'run_gone' WHERE state = 'queued' | belong to no run
            a session that miscounts turns    | UPDATE sessions SET waiting = 2                  | says that 2 turns are not over
            a turn that only seems to run     | UPDATE sessions SET running = 99                 | says that turn 99 runs
            a reference to a blob miscounted  | UPDATE blobs SET refs = refs + 1                 | counts 2 messages
            a blob's row lost                 | DELETE FROM blobs                                | refers to a lost
            a changed audit entry             | UPDATE audit SET detail = 'nothing' WHERE n = 2  | audit entry 2 is changed
            a missing audit entry             | DELETE FROM audit WHERE n = 2                    | audit entry 2 is removed
            an audit that was cut off         | DELETE FROM audit WHERE n > 2                    | audit entry 3 is cut off
            a sum of blobs that is wrong      | UPDATE blob_totals SET bytes = bytes - 1         | the sums of blobs
            """)
    void isFoundInTheDatabase(String what, String statement, String finding) throws Exception {
        copy(healthy, folder);
        execute(statement);
        var findings = check();
        assertThat(findings.shown()).as(what).anyMatch(found -> found.contains(finding));
        assertThat(findings.found()).isPositive();
    }

    @Test
    void aBlobWhoseBytesHaveChangedIsFound() throws Exception {
        copy(healthy, folder);
        var bytes = Files.readAllBytes(blob());
        bytes[35_000] ^= 1;
        Files.write(blob(), bytes);
        assertThat(check().shown()).singleElement().asString().contains("not the bytes");
    }

    @Test
    void aBlobThatWasCutShortIsFound() throws Exception {
        copy(healthy, folder);
        Files.write(blob(), Arrays.copyOf(Files.readAllBytes(blob()), 100));
        assertThat(check().shown()).singleElement().asString().contains("not the bytes");
    }

    @Test
    void aBlobThatIsMissingIsFound() throws Exception {
        copy(healthy, folder);
        Files.delete(blob());
        assertThat(check().shown()).singleElement().asString().contains("cannot be read");
    }

    @Test
    void aDamagedFileIsFound() throws Exception {
        copy(healthy, folder);
        long page = query("SELECT rootpage FROM sqlite_master WHERE name = 'receipts'");
        try (var file = new RandomAccessFile(folder.resolve("parley.db").toFile(), "rw")) {
            file.seek((page - 1) * 4_096);
            file.write(new byte[64]);
        }
        assertThat(check().found()).isPositive();
    }

    private Findings check() {
        var dialect =
                new SqliteDialect(folder.resolve("parley.db"), SqliteDialect.Synchronous.FULL);
        var clock = InstantSource.system();
        try (var store = Store.open(dialect, clock, Store.Limits.DEFAULT, _ -> {});
                var work = new LongWork()) {
            var bytes = new FileBlobs(folder.resolve("blobs"));
            var blobs = new Blobs(store, bytes, Blobs.Limits.DEFAULT, Ids.random(clock), clock);
            return new Check(store, blobs, bytes, work, Kinds.standard()).run();
        }
    }

    private void execute(String statement) throws SQLException {
        var url = "jdbc:sqlite:" + folder.resolve("parley.db");
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            assertThat(sql.executeUpdate(statement)).as(statement).isPositive();
        }
    }

    private long query(String statement) throws SQLException {
        var url = "jdbc:sqlite:" + folder.resolve("parley.db");
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement();
                var result = sql.executeQuery(statement)) {
            return result.getLong(1);
        }
    }

    private Path blob() throws IOException {
        try (var files = Files.walk(folder.resolve("blobs"))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (!Files.isDirectory(target)) {
                    Files.copy(file, target);
                }
            }
        }
    }
}
