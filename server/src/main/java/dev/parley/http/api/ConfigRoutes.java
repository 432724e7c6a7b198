package dev.parley.http.api;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.codec.Json;
import java.util.List;

/** How the hub is set up, for its owner. */
public final class ConfigRoutes {
    private final List<Setting> settings;

    /**
     * A key as it is in effect.
     *
     * @param value without secrets
     * @param source {@code flag}, {@code environment}, {@code file} or {@code default}
     * @param from which one: {@code --port}, {@code PARLEY_HTTP_PORT}, {@code parley.yaml:3}
     */
    public record Setting(String key, String value, String source, String from, String about) {}

    public ConfigRoutes(List<Setting> settings) {
        this.settings = List.copyOf(settings);
    }

    Answer get(Call call) {
        call.caller().requireHubOwner();
        return Answer.ok(
                Pages.page(
                        settings,
                        setting ->
                                Json.object()
                                        .put("key", setting.key)
                                        .put("value", setting.value)
                                        .put("source", setting.source)
                                        .put("from", setting.from)
                                        .put("about", setting.about),
                        null));
    }
}
