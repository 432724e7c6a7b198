package dev.parley.stream;

import dev.parley.protocol.ParleyException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes server-sent events. */
final class SseOutlet implements Outlet {
    private static final String RETRY = "retry: 1000\n\n";

    private final OutputStream out;
    private final Runnable cut;
    private boolean begun;

    SseOutlet(OutputStream out, Runnable cut) {
        this.out = out;
        this.cut = cut;
    }

    @Override
    public Traffic.Kind kind() {
        return Traffic.Kind.SSE;
    }

    /** The client sees at once that it is let in. */
    void begin() throws IOException {
        begun = true;
        write(RETRY);
        flush();
    }

    /** Before anything was sent a refusal is an answer; afterwards it is the end of the stream. */
    void endOrThrow(ParleyException reason) {
        if (!begun) {
            throw reason;
        }
    }

    @Override
    public void send(Frame frame) throws IOException {
        out.write(frame.sse());
    }

    @Override
    public void tell(Event event) throws IOException {
        event(event.name(), null, event.data());
    }

    /** Something that is no change of a run. */
    void event(String name, @Nullable String id, String data) throws IOException {
        write("event: " + name + "\n" + (id == null ? "" : "id: " + id + "\n"));
        write("data: " + data + "\n\n");
    }

    /** An id alone is no event, but the client resumes from there. */
    @Override
    public void pulse(@Nullable String id) throws IOException {
        write(id == null ? ":\n\n" : ":\nid: " + id + "\n\n");
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void end() throws IOException {
        flush();
    }

    @Override
    public void cut() {
        cut.run();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
