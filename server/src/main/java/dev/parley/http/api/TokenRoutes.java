package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.access.Secret;
import dev.parley.access.Tokens;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.TokenTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tokens over HTTP; a secret is shown once, to whoever created it. */
public final class TokenRoutes {
    private static final long MAX_DAYS = 3_650;

    private final Store store;
    private final Tokens tokens;
    private final InstantSource clock;
    private final Idempotency idempotency;

    public TokenRoutes(Store store, Tokens tokens, InstantSource clock) {
        this.store = store;
        this.tokens = tokens;
        this.clock = clock;
        this.idempotency = new Idempotency(store);
    }

    Answer create(Call call) throws IOException {
        var body = call.json();
        var wanted = wanted(call.caller(), Fields.of(body));
        call.act("", Wire.name(wanted.role()) + " " + wanted.name() + " in " + wanted.space());
        return idempotency.create(
                call,
                body,
                tokens.issue(wanted),
                issued -> describe(issued.row()).put("token", issued.secret().value()),
                issued -> describe(issued.row()));
    }

    private Tokens.Wanted wanted(Principal caller, Fields fields) {
        var agent = Optional.ofNullable(fields.text("agent")).map(AgentName::new).orElse(null);
        var person = fields.text("person", "name");
        if (agent != null && person != null) {
            throw bad("a token is for an agent or for a person, not for both");
        }
        var usual = agent != null ? Role.WORKER : person != null ? Role.PERSON : Role.OBSERVER;
        var role = Objects.requireNonNullElse(fields.oneOf(Role.class, "role"), usual);
        if (role.isAgent() != (agent != null)) {
            throw bad(
                    role.isAgent()
                            ? "role " + Wire.name(role) + " needs an agent"
                            : "role " + Wire.name(role) + " is not for agents");
        }
        if (role == Role.PERSON && person == null) {
            throw bad("role person needs a person");
        }
        var name =
                agent != null ? agent.value() : Objects.requireNonNullElse(person, Wire.name(role));
        Names.requireName("name", name);
        var space = space(caller, fields.text("space"));
        return new Tokens.Wanted(space, role, name, agent, expiry(fields));
    }

    /** The caller's own space; the owner of the hub may name another. */
    private static Space space(Principal caller, @Nullable String named) {
        if (named == null || named.equals(caller.space().value())) {
            return caller.space();
        }
        caller.requireHubOwner();
        return new Space(named);
    }

    private @Nullable Instant expiry(Fields fields) {
        var days = fields.integer("expires_in_days");
        if (days == null) {
            return null;
        }
        if (days < 1 || days > MAX_DAYS) {
            throw bad("expires_in_days must be between 1 and " + MAX_DAYS);
        }
        return clock.instant().plus(Duration.ofDays(days));
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }

    Answer list(Call call) {
        var after = call.query("after").map(cursor -> Cursor.read(store.epoch(), cursor));
        int limit = Pages.limit(call);
        var space = space(call.caller(), call.query("space").orElse(null));
        var rows =
                call.flag("all")
                        ? tokens.all(space, after.orElse(""), limit)
                        : tokens.inForce(space, after.orElse(""), limit);
        var next =
                rows.size() < limit
                        ? null
                        : TextNode.valueOf(Cursor.write(store.epoch(), rows.getLast().tokenId()));
        return Answer.ok(Pages.page(rows, TokenRoutes::describe, next));
    }

    /** Who am I? */
    Answer self(Call call) {
        return Answer.ok(describe(tokens.of(call.caller())));
    }

    Answer revoke(Call call) {
        var token = call.path("token");
        if (token.startsWith(Secret.PREFIX)) {
            throw bad(
                    "this is a token itself; revoke it by its token_id, which GET /api/tokens shows");
        }
        Names.requireId("token_id", token);
        tokens.revoke(space(call.caller(), call.query("space").orElse(null)), token);
        return Answer.noContent();
    }

    private static ObjectNode describe(TokenTable.Row row) {
        var body =
                Json.object()
                        .put("token_id", row.tokenId())
                        .put("space", row.space())
                        .put("role", row.role())
                        .put("name", row.name())
                        .put("agent", row.agent());
        body.set("created_at", Times.epochSeconds(row.createdAt()));
        setTime(body, "expires_at", row.expiresAt());
        setTime(body, "revoked_at", row.revokedAt());
        return body;
    }

    private static void setTime(ObjectNode body, String name, @Nullable Instant time) {
        body.set(name, time == null ? null : Times.epochSeconds(time));
    }
}
