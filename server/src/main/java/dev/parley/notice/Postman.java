package dev.parley.notice;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.clock.Every;
import dev.parley.clock.HubTime;
import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notices: what is due, each on a thread of its own, a few at once to each server, so that
 * one who is slow delays nobody else. What was taken and not settled, because a hub died, is sent
 * again when its lease is over: receivers may get a notice twice, under the same id.
 */
public final class Postman implements AutoCloseable {
    /** Longer than any attempt takes. */
    static final Duration LEASE = Duration.ofMinutes(1);

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int QUIET_ROUNDS = 5;
    private static final int MAX_AT_ONCE = 256;
    private static final int MAX_PER_RECEIVER = 2;

    /** How many notices are looked at in one round before it goes from server to server. */
    private static final int MAX_LOOKED_AT = 500;

    /** How many servers are looked at in one round; the next goes on behind them. */
    private static final int MAX_RECEIVERS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(Postman.class);

    private final Store store;
    private final HubTime time;
    private final Lookup lookup;
    private final Webhook webhook;
    private final Email email;
    private final Semaphore free = new Semaphore(MAX_AT_ONCE);
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
    private final ExecutorService senders =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("parley-notice-", 0).factory());
    private final Every rounds;
    private final Wakeups.Watch watch;
    private volatile boolean isWoken = true;
    private boolean isQuiet;
    private int skipped;
    private String place = "";

    private Postman(
            Store store,
            HubTime time,
            Wakeups wakeups,
            Lookup lookup,
            Webhook webhook,
            Email email) {
        this.store = store;
        this.time = time;
        this.lookup = lookup;
        this.webhook = webhook;
        this.email = email;
        this.rounds = new Every("notices", PERIOD, PERIOD, this::round);
        this.watch = wakeups.watch(Set.of(new Topic.Notices()), this::wake);
    }

    /** What is sent by, and how. */
    public record Means(MailServer mail, Seal seal, Allowed allowed) {}

    /** Begins. */
    public static Postman start(
            Store store, HubTime time, InstantSource clock, Wakeups wakeups, Means means) {
        var lookup = new Lookup(Webhook.PATIENCE);
        var webhook = new Webhook(means.seal, new Destinations(means.allowed, lookup), clock);
        return new Postman(store, time, wakeups, lookup, webhook, new Email(means.mail));
    }

    private void wake() {
        isWoken = true;
        rounds.soon();
    }

    /**
     * Begins to send what is due, as far as there is room. Where nothing waits it seldom looks:
     * what is new here is heard of, and what another hub has left has lain for a minute already.
     */
    private void round() {
        if (isQuiet && !isWoken && ++skipped < QUIET_ROUNDS) {
            return;
        }
        isWoken = false;
        skipped = 0;
        long now = time.now();
        for (var notice : store.read(sql -> due(sql, now))) {
            if (!free.tryAcquire()) {
                return;
            }
            underWay.merge(notice.receiver(), 1, Integer::sum);
            senders.execute(() -> carry(notice));
        }
    }

    /**
     * What has been due for longest, as far as its servers have room. Only where much waits for
     * servers that have none is it looked for from server to server, so that those whose notices
     * are all put off cost nothing.
     */
    private List<NoticeRow> due(Sql sql, long now) throws SQLException {
        var first = NoticeTable.TABLE.due(sql, now, MAX_LOOKED_AT);
        isQuiet = first.isEmpty() && NoticeTable.TABLE.receiverAfter(sql, "").isEmpty();
        var room = new HashMap<String, Integer>();
        var found = new ArrayList<NoticeRow>();
        for (var notice : first) {
            if (room.merge(notice.receiver(), 1, Integer::sum) <= room(notice.receiver())) {
                found.add(notice);
            }
        }
        if (first.size() == MAX_LOOKED_AT) {
            found.addAll(further(sql, now, room.keySet()));
        }
        return found;
    }

    private int room(String receiver) {
        return MAX_PER_RECEIVER - underWay.getOrDefault(receiver, 0);
    }

    private List<NoticeRow> further(Sql sql, long now, Set<String> seen) throws SQLException {
        var found = new ArrayList<NoticeRow>();
        for (int looked = 0; looked < MAX_RECEIVERS; looked++) {
            var receiver = NoticeTable.TABLE.receiverAfter(sql, place);
            place = receiver.orElse("");
            if (receiver.isEmpty()) {
                return found;
            }
            if (!seen.contains(place) && room(place) > 0) {
                found.addAll(NoticeTable.TABLE.due(sql, place, now, room(place)));
            }
        }
        return found;
    }

    private void carry(NoticeRow notice) {
        boolean isSettled = false;
        try {
            var taken = store.write(new Take(notice.key(), time.now(), LEASE.toMillis()));
            if (taken.isPresent()) {
                var outcome = attempt(taken.get());
                if (!Thread.currentThread().isInterrupted()) {
                    isSettled = store.write(new Settle(outcome));
                    log(outcome);
                }
            }
        } catch (ParleyException failed) {
            LOG.atWarn()
                    .addKeyValue("notice", notice.key().id())
                    .addKeyValue("problem", failed.problem().slug())
                    .log("a notice waits until its lease is over");
        } finally {
            underWay.computeIfPresent(notice.receiver(), (_, n) -> n == 1 ? null : n - 1);
            free.release();
        }
        if (isSettled) {
            rounds.soon();
        }
    }

    private NoticeRow attempt(NoticeRow notice) {
        try {
            var letter = store.read(sql -> Letter.of(sql, notice));
            channel(notice.channel()).send(letter);
            return notice.sent();
        } catch (Undelivered failed) {
            return Backoff.after(notice, failed, time.now());
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("notice {} could not be sent", notice.key().id());
            var broke = Undelivered.forNow("something broke inside the hub");
            return Backoff.after(notice, broke, time.now());
        }
    }

    private Channel channel(NoticeChannel channel) {
        return switch (channel) {
            case WEBHOOK -> webhook;
            case EMAIL -> email;
        };
    }

    /** Addresses are not told: those of webhooks are often as good as a password. */
    private static void log(NoticeRow notice) {
        var line = notice.state() == NoticeState.SENT ? LOG.atInfo() : LOG.atWarn();
        line.addKeyValue("notice", notice.key().id())
                .addKeyValue("channel", Wire.name(notice.channel()))
                .addKeyValue("attempts", notice.attempts())
                .addKeyValue("state", Wire.name(notice.state()))
                .log("notice {}", notice.lastError() == null ? "sent" : notice.lastError());
    }

    /** Whoever is just being sent to is sent to again after the next start. */
    @Override
    public void close() {
        watch.close();
        rounds.close();
        senders.shutdownNow();
        webhook.close();
        lookup.close();
    }
}
