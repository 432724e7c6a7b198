package dev.parley.metric;

import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.TurnState;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the hub counts and measures, as Prometheus reads it. Labels take only values of which there
 * are few: templates of addresses, codes of problems, acts; never a name or an id. What names
 * agents is {@link Figures}, made for each who asks.
 */
public final class Metrics {
    /** What {@link #scrape} writes. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final List<Consumer<Meters>> sources = new ArrayList<>();
    private final History history = new History();
    private final Talk talk = new Talk();

    /** Made when there is something to measure, so that no start waits for it. */
    private volatile @Nullable Meters meters;

    /** A request was answered. */
    public void request(String route, int status, long nanos) {
        meters().request(route, status, nanos);
    }

    /** A request was refused with the problem of this code. */
    public void refused(String code) {
        meters().refused(code);
    }

    /** A call of a tool has ended like this, after so long. */
    public void toolCalled(ToolStatus how, Duration after) {
        meters().toolCalled(how, after);
    }

    /** A call of a provider's model has ended like this, after so long, and used so many tokens. */
    public void modelCalled(
            String provider, String outcome, Duration after, long input, long output) {
        meters().modelCalled(provider, outcome, after, input, output);
    }

    /** A turn of an agent that the hub runs has ended like this, after so long. */
    public void turnTaken(TurnState how, Duration after) {
        meters().turnTaken(how, after);
    }

    /** A batch became durable. */
    public void committed(Batch batch) {
        history.committed(batch);
        batch.tallies().forEach(talk::heard);
        meters().committed(batch);
    }

    /** An entry was handed to its streams, so long after it was added. */
    public void streamed(Duration lag) {
        meters().streamed(lag);
    }

    /** Something that goes up and down, looked at when somebody asks. */
    public Metrics gauge(String name, String description, Supplier<Number> value) {
        return add(made -> made.gauge(name, description, Tags.empty(), value));
    }

    /** The same, one of several that differ in a label. */
    public Metrics gauge(
            String name, String description, String label, String of, Supplier<Number> value) {
        return add(made -> made.gauge(name, description, Tags.of(label, of), value));
    }

    /** Something that is counted elsewhere and only ever grows. */
    public Metrics counter(String name, String description, Supplier<Number> value) {
        return add(made -> made.counter(name, description, value));
    }

    /** Everything, in Prometheus's text format. */
    public String scrape() {
        return meters().scrape();
    }

    /** What some of it was lately. */
    public History history() {
        return history;
    }

    /** Who has lately spoken to whom. */
    public Talk talk() {
        return talk;
    }

    private synchronized Metrics add(Consumer<Meters> source) {
        sources.add(source);
        if (meters != null) {
            source.accept(meters);
        }
        return this;
    }

    private Meters meters() {
        var made = meters;
        return made == null ? make() : made;
    }

    private synchronized Meters make() {
        var made = meters;
        if (made == null) {
            made = new Meters();
            for (var source : sources) {
                source.accept(made);
            }
            meters = made;
        }
        return made;
    }
}
