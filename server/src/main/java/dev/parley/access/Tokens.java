package dev.parley.access;

import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.LoginTable;
import dev.parley.store.table.TokenTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tokens: made once, kept as hashes, looked up at every request, revoked for good. */
public final class Tokens {
    /** How long a token that was found valid is believed without looking again. */
    static final Duration BELIEVED = Duration.ofSeconds(1);

    private static final int MAX_REMEMBERED = 10_000;

    private final Store store;
    private final Ids ids;
    private final InstantSource clock;
    private final Passes passes;
    private final Map<String, Known> remembered = new ConcurrentHashMap<>();

    /** What somebody asks for who wants a token. */
    public record Wanted(
            Space space,
            Role role,
            String name,
            @Nullable AgentName agent,
            @Nullable Instant expiresAt) {}

    /** A fresh token; the secret is shown here and never again. */
    public record Issued(TokenTable.Row row, Secret secret) {}

    private record Known(TokenTable.Row row, Instant until) {}

    public Tokens(Store store, Ids ids, InstantSource clock) {
        this.store = store;
        this.ids = ids;
        this.clock = clock;
        this.passes = new Passes(ids);
    }

    /** Secrets for programs that the hub runs. */
    public Passes passes() {
        return passes;
    }

    /** Makes a token; the command is handed out so that a door can make it idempotent. */
    public Command<Issued> issue(Wanted wanted) {
        var secret = Secret.random();
        var id = ids.next("tok");
        var agent = wanted.agent();
        return tx -> {
            var row =
                    new TokenTable.Row(
                            secret.hash(),
                            id,
                            wanted.space().value(),
                            Wire.name(wanted.role()),
                            wanted.name(),
                            agent == null ? null : agent.value(),
                            tx.now(),
                            wanted.expiresAt(),
                            null);
            tx.rows(TokenTable.TABLE).put(row);
            return new Issued(row, secret);
        };
    }

    /** Whoever the secret belongs to. */
    public Principal authenticate(Secret secret) {
        var now = clock.instant();
        var hash = secret.hash();
        var lent = passes.find(hash);
        if (lent.isPresent()) {
            return lent.get();
        }
        var known = remembered.get(hash);
        if (known == null || now.isAfter(known.until)) {
            known = lookUp(hash, now);
        }
        return bearer(known.row, now);
    }

    /** Whoever has the token, if that is good. */
    static Principal bearer(TokenTable.Row row, Instant now) {
        if (!row.isValid(now)) {
            throw new ParleyException(
                    Problem.UNAUTHENTICATED,
                    advised("this token has expired or was revoked"),
                    new FormerBearer(principal(row)));
        }
        return principal(row);
    }

    private Known lookUp(String hash, Instant now) {
        var row =
                store.read(sql -> TokenTable.TABLE.find(sql, hash))
                        .orElseThrow(() -> refused("this token is not known here"));
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.clear();
        }
        var known = new Known(row, now.plus(BELIEVED));
        remembered.put(hash, known);
        return known;
    }

    /**
     * Tokens of the space that let somebody in, in the order of their making, after a given one.
     */
    public List<TokenTable.Row> inForce(Space space, String after, int limit) {
        var now = clock.instant();
        return store.read(sql -> TokenTable.TABLE.inForce(sql, space.value(), after, now, limit));
    }

    /** The same with those that were revoked or have expired. */
    public List<TokenTable.Row> all(Space space, String after, int limit) {
        return store.read(sql -> TokenTable.TABLE.after(sql, space.value(), after, limit));
    }

    /** As what an agent is let in. */
    public Set<Role> roles(Space space, AgentName agent) {
        var now = clock.instant();
        var roles = EnumSet.noneOf(Role.class);
        store.read(sql -> TokenTable.TABLE.roles(sql, space, agent, now))
                .forEach(role -> roles.add(Wire.read(Role.class, "role", role)));
        return roles;
    }

    /**
     * Refuses whoever came in with a token that lets nobody in any more; tells until when it does.
     */
    public Instant requireInForce(Principal caller) {
        if (passes.isLent(caller.tokenId())) {
            return Instant.MAX;
        }
        var now = clock.instant();
        var until =
                store.read(sql -> TokenTable.TABLE.byId(sql, caller.tokenId()))
                        .filter(known -> known.isValid(now))
                        .map(known -> Objects.requireNonNullElse(known.expiresAt(), Instant.MAX))
                        .orElseThrow(() -> refused("this token has expired or was revoked"));
        var login = caller.login();
        if (login != null && !store.read(sql -> LoginTable.TABLE.isThere(sql, login))) {
            throw Logins.ended();
        }
        return until;
    }

    /** The token that somebody came in with. */
    public TokenTable.Row of(Principal caller) {
        if (passes.isLent(caller.tokenId())) {
            return lent(caller);
        }
        return store.read(sql -> TokenTable.TABLE.byId(sql, caller.tokenId()))
                .orElseThrow(() -> refused("this token is not known here"));
    }

    /** From now on nobody is let in with it; revoking it again changes nothing. */
    public void revoke(Space space, String tokenId) {
        var row =
                store.read(sql -> TokenTable.TABLE.byId(sql, tokenId))
                        .filter(found -> found.space().equals(space.value()))
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.UNKNOWN_TOKEN,
                                                "there is no token " + tokenId));
        store.write(
                tx -> {
                    var tokens = tx.rows(TokenTable.TABLE);
                    tokens.find(row.hash())
                            .filter(found -> found.revokedAt() == null)
                            .ifPresent(found -> tokens.put(found.revoked(tx.now())));
                    tx.wake(new Topic.Token(row.tokenId()));
                    return true;
                });
        remembered.remove(row.hash());
    }

    private TokenTable.Row lent(Principal caller) {
        return new TokenTable.Row(
                "",
                caller.tokenId(),
                caller.space().value(),
                Wire.name(caller.role()),
                caller.name(),
                caller.speaksFor().map(AgentName::value).orElse(null),
                clock.instant(),
                null,
                null);
    }

    private static Principal principal(TokenTable.Row row) {
        var agent = row.agent();
        return new Principal(
                row.tokenId(),
                new Space(row.space()),
                Wire.read(Role.class, "role", row.role()),
                row.name(),
                agent == null ? null : new AgentName(agent));
    }

    private static ParleyException refused(String detail) {
        return new ParleyException(Problem.UNAUTHENTICATED, advised(detail));
    }

    private static String advised(String detail) {
        return detail + "; create one with ./parley token create --agent NAME --role worker";
    }
}
