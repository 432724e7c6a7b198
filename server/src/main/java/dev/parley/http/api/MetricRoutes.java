package dev.parley.http.api;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.metric.Metrics;
import java.nio.charset.StandardCharsets;

/** What the hub counts and measures, for Prometheus. */
public final class MetricRoutes {
    private final Metrics metrics;
    private final boolean isOpen;

    /** Open metrics are for whoever asks; others for whoever may read. */
    public MetricRoutes(Metrics metrics, boolean isOpen) {
        this.metrics = metrics;
        this.isOpen = isOpen;
    }

    boolean isOpen() {
        return isOpen;
    }

    Answer get(Call call) {
        return Answer.bytes(
                Metrics.CONTENT_TYPE, metrics.scrape().getBytes(StandardCharsets.UTF_8));
    }
}
