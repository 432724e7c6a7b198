package dev.parley.stream;

import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.store.table.FeedTable.Position;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.RunKey;
import dev.parley.task.Claims;
import dev.parley.task.Work;
import dev.parley.task.Worker;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells workers, as server-sent events, of exactly the tasks that they may claim. */
public final class WorkStream {
    /** More than anybody works off before it asks again; what was told is remembered. */
    private static final int MAX_TOLD = 10_000;

    /** For workers to whom hardly any of the tasks that are there is open. */
    private static final int MAX_PAGES = 200;

    private final Streams streams;
    private final Claims claims;
    private final Work work;
    private final Presence presence;

    public WorkStream(Streams streams, Claims claims, Work work, Presence presence) {
        this.streams = streams;
        this.claims = claims;
        this.work = work;
        this.presence = presence;
    }

    /** Begins with what may be claimed now, unless the worker says what it has heard already. */
    public Answer open(Call call) {
        var heard = call.header("Last-Event-ID").or(() -> call.query("after"));
        var start = heard.isEmpty() ? null : streams.feed().start(heard);
        var worker = worker(call);
        return Answer.live("text/event-stream", (out, cut) -> serve(call, worker, start, out, cut))
                .with("X-Accel-Buffering", "no");
    }

    private static Worker worker(Call call) {
        var instance = call.instance();
        var named = call.query("agent_name");
        var words =
                call.queries("capabilities").stream()
                        .flatMap(list -> Arrays.stream(list.split(",", -1)))
                        .map(String::strip)
                        .filter(word -> !word.isEmpty())
                        .toList();
        return new Worker(
                Worker.name(call.caller(), named.map(AgentName::new).orElse(null)),
                instance,
                Capabilities.of(words));
    }

    private void serve(
            Call call, Worker worker, @Nullable Position start, OutputStream out, Runnable cut)
            throws IOException, InterruptedException {
        var sse = new SseOutlet(out, cut);
        var subscriber = streams.subscriber(sse);
        try (var _ =
                        presence.hold(
                                call.caller(), worker.agent(), worker.instance(), subscriber::end);
                var _ = claims.listen(call.caller(), worker)) {
            streams.serve(
                    call.caller(),
                    subscriber,
                    () -> {
                        sse.begin();
                        begin(call, worker, start, sse, subscriber);
                    });
        } catch (ParleyException ended) {
            sse.endOrThrow(ended);
        }
    }

    private void begin(
            Call call,
            Worker worker,
            @Nullable Position start,
            SseOutlet sse,
            Subscriber subscriber)
            throws IOException {
        var told = new HashMap<RunKey, Long>();
        var from = start;
        if (from == null) {
            from = streams.feed().head();
            tellWhatIsThere(call, worker, sse, told);
            sse.pulse(streams.feed().id(from));
        }
        var space = call.caller().space();
        subscriber.sendOnly(new WorkGate(worker, Map.copyOf(told)));
        subscriber.begin(
                Set.of(
                        new Interest.OfWork(space, ""),
                        new Interest.OfWork(space, worker.agent().value())),
                from);
    }

    /** Without ids: whoever is cut off in the midst of it begins anew. */
    private void tellWhatIsThere(Call call, Worker worker, SseOutlet sse, Map<RunKey, Long> told)
            throws IOException {
        OpenRouteTable.@Nullable Spot next = OpenRouteTable.Spot.START;
        for (int pages = 0; next != null && told.size() < MAX_TOLD && pages < MAX_PAGES; pages++) {
            var page = work.open(call.caller(), worker, next);
            for (var offer : page.offers()) {
                if (told.putIfAbsent(offer.task().key(), offer.head()) == null) {
                    sse.tell(Event.of(Event.WORK, offer.session().value(), offer.described()));
                }
            }
            next = page.next();
        }
    }
}
