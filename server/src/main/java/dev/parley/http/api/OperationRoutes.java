package dev.parley.http.api;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.operate.Backup;
import dev.parley.operate.Check;
import dev.parley.operate.LongWork;
import dev.parley.operate.Usage;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import java.time.InstantSource;

/** What whoever runs the hub asks of it. */
public final class OperationRoutes {
    private final Store store;
    private final Backup backup;
    private final Check check;
    private final LongWork work;
    private final InstantSource clock;

    public OperationRoutes(
            Store store, Backup backup, Check check, LongWork work, InstantSource clock) {
        this.store = store;
        this.backup = backup;
        this.check = check;
        this.work = work;
        this.clock = clock;
    }

    Answer backup(Call call) {
        call.caller().requireHubOwner();
        call.act("", "everything");
        return Answer.stream(
                "application/zip",
                out -> {
                    try (var copy = backup.begin(clock.instant())) {
                        copy.writeTo(out);
                    }
                });
    }

    Answer check(Call call) {
        call.caller().requireHubOwner();
        var findings = check.run();
        var body = Json.object().put("ok", findings.found() == 0).put("found", findings.found());
        var sentences = body.putArray("findings");
        findings.shown().forEach(sentences::add);
        var counts = body.putObject("counts");
        findings.counts().forEach(counts::put);
        return Answer.ok(body);
    }

    Answer usage(Call call) {
        call.caller().requireHubOwner();
        var usage = work.call(() -> Usage.of(store));
        var body = Json.object();
        var items = body.putArray("items");
        for (var kind : usage.kinds()) {
            items.addObject()
                    .put("kind", kind.kind())
                    .put("messages", kind.messages())
                    .put("bytes", kind.bytes());
        }
        body.putObject("totals")
                .put("database_bytes", usage.databaseBytes())
                .put("blob_bytes", usage.blobBytes());
        return Answer.ok(body);
    }
}
