package dev.parley.http.api;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Health;
import dev.parley.store.Store;

/** Whether the hub is well; tells nothing that a stranger may not know. */
public final class HealthRoutes {
    private static final int UNAVAILABLE = 503;

    private final Store store;
    private final String version;

    public HealthRoutes(Store store, String version) {
        this.store = store;
        this.version = version;
    }

    Answer get(Call call) {
        var health = store.health();
        var body =
                Json.object()
                        .put("status", health == Health.OK ? "ok" : "unwell")
                        .put("store", Wire.name(health))
                        .put("version", version);
        return health == Health.OK ? Answer.ok(body) : Answer.json(UNAVAILABLE, body);
    }
}
