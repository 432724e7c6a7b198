package dev.parley.stream;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.EventTable;
import dev.parley.topic.Subscriptions;
import dev.parley.topic.Topics;
import java.io.IOException;

/** What is published, as server-sent events. */
public final class TopicEvents {
    private final Streams streams;
    private final Subscriptions subscriptions;

    public TopicEvents(Streams streams, Subscriptions subscriptions) {
        this.streams = streams;
        this.subscriptions = subscriptions;
    }

    /** Of the topics in the query, or of a subscription that is kept, from where that stands. */
    public Answer events(Call call) {
        var caller = call.caller();
        var seen = call.header("Last-Event-ID").or(() -> call.query("after"));
        var stream = streams.topics(caller.space());
        var kept = call.query("subscription").map(name -> subscriptions.get(caller, name));
        var wanted =
                kept.map(row -> row.topics())
                        .orElseGet(() -> Topics.patterns(call.queries("topic")));
        if (kept.isPresent() && seen.isEmpty()) {
            stream.from(kept.get().position());
        } else {
            stream.from(seen);
        }
        return Answer.live(
                        "text/event-stream",
                        (out, cut) -> {
                            var sse = new SseOutlet(out, cut);
                            try {
                                streams.serve(
                                        caller,
                                        sse,
                                        lasts -> {
                                            sse.begin();
                                            sse.pulse(stream.id()); // whoever is cut off at once
                                            sse.flush(); // resumes from here
                                            stream.run(
                                                    () -> wanted,
                                                    new Sse(sse),
                                                    lasts,
                                                    streams.pulse());
                                        });
                            } catch (ParleyException ended) {
                                sse.endOrThrow(ended);
                            }
                        })
                .with("X-Accel-Buffering", "no");
    }

    /** Events of published things. */
    private record Sse(SseOutlet out) implements TopicStream.Sink {
        @Override
        public void send(String id, EventTable.Row event) throws IOException {
            out.event("event", id, event.frame());
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void pulse(String id) throws IOException {
            out.pulse(id);
            out.flush();
        }

        @Override
        public void reset(long oldest) throws IOException {
            out.event("reset", null, Json.write(Json.object().put("oldest", oldest)));
        }
    }
}
