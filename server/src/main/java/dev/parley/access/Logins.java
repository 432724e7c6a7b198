package dev.parley.access;

import dev.parley.bus.Topic;
import dev.parley.clock.HubTime;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.LoginTable;
import dev.parley.store.table.LoginTable.Kind;
import dev.parley.store.table.TokenTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Console sessions: secrets that stand for a token in a browser, so that the token itself is never
 * kept there. They are kept as hashes, end when nobody uses them, after a month, and with their
 * token.
 */
public final class Logins {
    /** How long a session lasts that nothing is asked with; an open stream asks nothing. */
    public static final Duration IDLE = Duration.ofHours(12);

    /** How long a session lasts at most, however much it is used. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** How long a link lasts that nobody opens. */
    public static final Duration UNOPENED = Duration.ofMinutes(10);

    /** That a session was used is written no more often than this. */
    private static final Duration NOTED_EVERY = Duration.ofMinutes(5);

    private static final Duration LOOK_AHEAD = Duration.ofMinutes(1);

    private static final int AT_ONCE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Logins.class);

    private final Store store;
    private final Ids ids;
    private final HubTime time;
    private final InstantSource clock;
    private final AtomicLong lookAt = new AtomicLong();

    public Logins(Store store, Ids ids, HubTime time, InstantSource clock) {
        this.store = store;
        this.ids = ids;
        this.time = time;
        this.clock = clock;
    }

    /** Somebody who has logged in, and the secret by which the browser is known from now on. */
    public record Opened(Principal caller, Secret secret) {}

    /** Opens a session for somebody who came with a token. */
    public Opened open(Principal caller) {
        var secret = Secret.random();
        return store.write(new Admit(secret, session(secret, caller.tokenId())));
    }

    /** A link that lets somebody in who has no token at hand, once. */
    public Secret link(Principal caller) {
        var secret = Secret.random();
        return store.write(
                        new Admit(
                                secret,
                                row(secret, caller.tokenId(), Kind.LINK, UNOPENED, UNOPENED)))
                .secret();
    }

    /** Opens a session with a link, which is of no use from then on. */
    public Opened redeem(Secret link) {
        var secret = Secret.random();
        return store.write(
                new Redeem(
                        link.hash(),
                        time.now(),
                        opened -> new Admit(secret, session(secret, opened.tokenId()))));
    }

    private LoginTable.Row session(Secret secret, String tokenId) {
        return row(secret, tokenId, Kind.SESSION, IDLE, LONGEST);
    }

    private LoginTable.Row row(
            Secret secret, String tokenId, Kind kind, Duration lasts, Duration atMost) {
        long now = time.now();
        return new LoginTable.Row(
                secret.hash(),
                ids.next("login"),
                tokenId,
                kind,
                now + lasts.toMillis(),
                now + atMost.toMillis());
    }

    /** Whoever has the session that a browser names. */
    public Principal authenticate(Secret secret) {
        var hash = secret.hash();
        var row =
                store.read(sql -> LoginTable.TABLE.find(sql, hash))
                        .filter(found -> found.isGood(Kind.SESSION, time.now()))
                        .orElseThrow(Logins::ended);
        var token =
                store.read(sql -> TokenTable.TABLE.byId(sql, row.tokenId()))
                        .orElseThrow(Logins::ended);
        var caller = Tokens.bearer(token, clock.instant()).at(row.loginId());
        var longer = row.until(time.now() + IDLE.toMillis());
        if (longer.due() - row.due() >= NOTED_EVERY.toMillis()) {
            prolong(longer);
        }
        return caller;
    }

    /** A hub that cannot write goes on showing what there is. */
    private void prolong(LoginTable.Row row) {
        try {
            store.write(
                    new Change(
                            List.of(row),
                            (tx, found) -> tx.rows(LoginTable.TABLE).put(found.until(row.due()))));
        } catch (ParleyException unwritten) {
            LOG.atDebug().setCause(unwritten).log("that a session was used could not be kept");
        }
    }

    /** Logs out; whoever came with a token stays as welcome as before. */
    public void end(Principal caller) {
        var login = caller.login();
        if (login != null) {
            store.read(sql -> LoginTable.TABLE.byId(sql, login))
                    .ifPresent(row -> store.write(new Change(List.of(row), Logins::remove)));
        }
    }

    /**
     * Ends what nobody has used for too long. Nothing that is new is over within a minute, so one
     * look a minute is enough to know when the next one is.
     */
    public void round() {
        long now = time.now();
        if (now < lookAt.get()) {
            return;
        }
        long ahead = now + LOOK_AHEAD.toMillis();
        var soon = store.read(sql -> LoginTable.TABLE.over(sql, ahead, AT_ONCE));
        var over = soon.stream().filter(row -> row.due() <= now).toList();
        if (!over.isEmpty()) {
            store.write(
                    new Change(
                            over,
                            (tx, found) -> {
                                if (found.due() <= now) {
                                    remove(tx, found);
                                }
                            }));
        }
        var next = soon.stream().mapToLong(LoginTable.Row::due).filter(due -> due > now).min();
        lookAt.set(next.orElse(over.size() == AT_ONCE ? now : ahead));
    }

    static void remove(Tx tx, LoginTable.Row row) {
        tx.rows(LoginTable.TABLE).remove(row.hash());
        tx.wake(new Topic.Login(row.loginId()));
    }

    /** What is held against other nodes while the logins of a token change. */
    static String lock(String tokenId) {
        return "login/" + tokenId;
    }

    static ParleyException ended() {
        return new ParleyException(
                Problem.UNAUTHENTICATED,
                "this console session has ended; log in again, or open a link that ./parley console"
                        + " makes");
    }

    /** Does something with each of these that is still there. */
    private record Change(List<LoginTable.Row> rows, What what) implements Command<Boolean> {
        interface What {
            void with(Tx tx, LoginTable.Row row);
        }

        @Override
        public void touches(Touches touches) {
            for (var row : rows) {
                touches.lock(lock(row.tokenId()));
                touches.row(LoginTable.TABLE, row.hash());
            }
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            for (var row : rows) {
                tx.rows(LoginTable.TABLE).find(row.hash()).ifPresent(found -> what.with(tx, found));
            }
            return true;
        }
    }
}
