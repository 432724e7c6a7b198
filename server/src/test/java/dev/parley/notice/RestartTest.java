package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A notice is kept with the task that it is about, by whichever hub sends it. */
@Timeout(60)
class RestartTest {
    @TempDir Path folder = Path.of("");

    @Test
    void whatWasNotSentBeforeARestartIsSentAfterIt() throws Exception {
        int port;
        try (var receiver = new Receiver()) {
            port = receiver.port();
        }
        var parley =
                TestParley.with("notify.secret", Told.SECRET)
                        .with("notify.allow", "127.0.0.0/8")
                        .start();
        var told = new Told(parley);
        var task = told.task("notify_webhook", "http://127.0.0.1:" + port + "/");
        told.complete(task, "done");
        var tried = told.awaitFailures(task, 1);
        Files.writeString(
                parley.folder().resolve("parley.yaml"),
                "notify:\n  secret: " + Told.SECRET + "\n  allow: 127.0.0.1\n");
        try (var restarted = parley.restarted();
                var receiver = new Receiver(port)) {
            restarted.watch(Duration.ofSeconds(13));
            var call = receiver.next();
            assertThat(call.id()).isEqualTo(tried.path("notice_id").asText());
            assertThat(call.json().path("summary").asText()).isEqualTo("done");
        }
    }

    @Test
    void whatAHubTookAndDidNotSettleIsSentWhenItsLeaseIsOver() throws Exception {
        try (var silent = new Receiver().answering(Receiver.NEVER)) {
            var parley =
                    TestParley.with("notify.secret", Told.SECRET)
                            .with("notify.allow", "127.0.0.1")
                            .start();
            var told = new Told(parley);
            told.complete(told.task("notify_webhook", silent.url()), "done");
            var first = silent.next();
            Files.writeString(
                    parley.folder().resolve("parley.yaml"),
                    "notify:\n  secret: " + Told.SECRET + "\n  allow: 127.0.0.1\n");
            try (var restarted = parley.restarted()) {
                restarted.watch(Postman.LEASE.plusSeconds(1));
                assertThat(silent.next().id()).isEqualTo(first.id());
            }
        }
    }

    @Test
    void aNoticeInWhoseAttemptsHubsDieIsGivenUpToo() {
        try (var stores = new SqliteStores(folder);
                var store = stores.open()) {
            var task =
                    TaskRow.queued(
                                    new RunKey(Space.DEFAULT, new RunId("run_1")),
                                    new TaskRow.Queue(
                                            "", Capabilities.NONE, 1, 0, 1, Instant.EPOCH),
                                    new TaskRow.Terms(
                                            3,
                                            null,
                                            new TaskRow.Contacts(null, "https://example.com/")),
                                    "user",
                                    "owner",
                                    Instant.EPOCH)
                            .ended(TaskStates.Trigger.CANCELLED, "no", Instant.EPOCH);
            var notice = NoticeRow.of(task, 1, Instant.EPOCH).getFirst();
            store.write(
                    tx -> {
                        tx.rows(NoticeTable.TABLE).put(notice);
                        return true;
                    });
            long now = 0;
            for (int died = 0; died < Backoff.MAX_ATTEMPTS; died++) {
                assertThat(store.write(new Take(notice.key(), now, 1_000))).isPresent();
                now += 1_000;
            }

            assertThat(store.write(new Take(notice.key(), now, 1_000))).isEmpty();

            var over = store.read(sql -> NoticeTable.TABLE.of(sql, task.key(), 1)).getFirst();
            assertThat(over.state()).isEqualTo(NoticeState.FAILED);
            assertThat(over.attempts()).isEqualTo(Backoff.MAX_ATTEMPTS);
            assertThat(over.due()).isNull();
            assertThat(over.lastError()).isEqualTo(Take.NEVER_SETTLED);
        }
    }

    @Test
    void twoHubsOnOneDatabaseSendEachNoticeOnce() throws Exception {
        var database = new PostgresStores();
        try (var receiver = new Receiver();
                var here = hub(database);
                var there = hub(database)) {
            var told = new Told(here);
            var tasks = new ArrayList<String>();
            for (int i = 0; i < 20; i++) {
                tasks.add(told.task("notify_webhook", receiver.url()));
            }
            there.watch(Duration.ofSeconds(1));
            tasks.forEach(task -> told.complete(task, "m"));
            var ids = new HashSet<String>();
            for (int i = 0; i < 20; i++) {
                ids.add(receiver.next().id());
            }
            tasks.forEach(task -> told.await(task, "sent"));
            assertThat(ids).hasSize(20);
            assertThat(receiver.left()).isZero();
        }
    }

    private static TestParley hub(PostgresStores database) {
        return TestParley.on(database)
                .with("notify.secret", Told.SECRET)
                .with("notify.allow", "127.0.0.1")
                .start();
    }
}
