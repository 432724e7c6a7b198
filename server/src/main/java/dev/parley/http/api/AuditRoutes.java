package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.audit.Audit;
import dev.parley.audit.Head;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.AuditTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was refused and what people did, over HTTP. */
public final class AuditRoutes {
    private static final BigDecimal LAST_SECOND = new BigDecimal("253402300799");

    private static final int EXPORT_PAGE = 500;

    private final Store store;
    private final Audit audit;

    public AuditRoutes(Store store, Audit audit) {
        this.store = store;
        this.audit = audit;
    }

    /** Newest first; of the caller's space, unless the hub is the caller's. */
    Answer list(Call call) {
        var caller = call.caller();
        int limit = Pages.limit(call);
        var wanted =
                new AuditTable.Wanted(
                        isHubOwner(caller)
                                ? call.query("space")
                                : Optional.of(caller.space().value()),
                        call.query("principal"),
                        call.query("action"),
                        call.query("since").map(AuditRoutes::time));
        long before = call.query("after").map(this::place).orElse(Long.MAX_VALUE);
        if (call.query("format").isPresent()) {
            return export(call.query("format").get(), wanted, before);
        }
        var rows = audit.before(before, wanted, limit);
        var next =
                rows.size() < limit
                        ? null
                        : TextNode.valueOf(
                                Cursor.write(store.epoch(), Long.toString(rows.getLast().n())));
        return Answer.ok(Pages.page(rows, AuditRoutes::describe, next));
    }

    /** All of it as lines of JSON, newest first. */
    private Answer export(String format, AuditTable.Wanted wanted, long from) {
        if (!format.equals("ndjson")) {
            throw new ParleyException(Problem.BAD_VALUE, "format must be ndjson, or be left out");
        }
        return Answer.stream(
                "application/x-ndjson",
                out -> {
                    var page = audit.before(from, wanted, EXPORT_PAGE);
                    while (!page.isEmpty()) {
                        for (var row : page) {
                            out.write(Json.bytes(describe(row)));
                            out.write('\n');
                        }
                        page =
                                page.size() < EXPORT_PAGE
                                        ? List.of()
                                        : audit.before(page.getLast().n(), wanted, EXPORT_PAGE);
                    }
                });
    }

    private static boolean isHubOwner(Principal caller) {
        return caller.role() == Role.OWNER && caller.space().equals(Space.DEFAULT);
    }

    private long place(String cursor) {
        try {
            return Long.parseLong(Cursor.read(store.epoch(), cursor));
        } catch (NumberFormatException _) {
            throw new ParleyException(Problem.BAD_VALUE, "this is not a cursor of the audit");
        }
    }

    private static Instant time(String seconds) {
        try {
            var exact = new BigDecimal(seconds);
            if (exact.signum() >= 0 && exact.compareTo(LAST_SECOND) <= 0) {
                return Instant.ofEpochMilli(exact.movePointRight(3).longValue());
            }
        } catch (NumberFormatException _) {
            // The same as a number that is no time.
        }
        throw new ParleyException(Problem.BAD_VALUE, "since must be seconds since 1970");
    }

    private static ObjectNode describe(AuditTable.Row row) {
        var body = Json.object().put("n", row.n());
        body.set("created_at", Times.epochSeconds(row.createdAt()));
        return body.put("space", row.space())
                .put("principal", row.principal())
                .put("token_id", row.tokenId())
                .put("action", row.action())
                .put("target", row.target())
                .put("outcome", row.outcome())
                .put("count", row.count())
                .put("detail", row.detail())
                .put("previous", row.previous())
                .put("hash", row.hash());
    }

    /** Whether the chain is whole, and what is the first thing wrong with it. */
    Answer verify(Call call) {
        call.caller().requireHubOwner();
        var verdict = audit.verify(call.query("head").map(Head::parse));
        var body =
                Json.object()
                        .put("ok", verdict.fault().isEmpty())
                        .put("entries", verdict.entries())
                        .put("head", verdict.head().toString());
        verdict.fault()
                .ifPresentOrElse(
                        fault ->
                                body.putObject("fault")
                                        .put("kind", Wire.name(fault.kind()))
                                        .put("n", fault.n())
                                        .put("detail", fault.sentence()),
                        () -> body.putNull("fault"));
        return Answer.ok(body);
    }
}
