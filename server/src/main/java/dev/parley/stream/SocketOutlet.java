package dev.parley.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.ProblemJson;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/** Writes messages of a WebSocket, each when the one before has gone out. */
final class SocketOutlet implements Outlet {
    private final Session session;

    SocketOutlet(Session session) {
        this.session = session;
    }

    @Override
    public Traffic.Kind kind() {
        return Traffic.Kind.WEBSOCKET;
    }

    @Override
    public void send(Frame frame) throws IOException {
        for (var text : frame.texts()) {
            send(text);
        }
    }

    @Override
    public void tell(Event event) throws IOException {
        send(Frame.text(event, null));
    }

    /** Something that is no change: an answer or a problem. */
    void tell(String event, @Nullable String id, JsonNode data) throws IOException {
        var frame = Json.object().put("event", event);
        if (id != null) {
            frame.put("id", id);
        }
        frame.set("data", data);
        send(Json.write(frame));
    }

    void tell(ParleyException problem) throws IOException {
        tell("problem", null, ProblemJson.write(problem));
    }

    private void send(String text) throws IOException {
        await(sent -> session.sendText(text, sent));
    }

    /** The client's answer to a ping shows that it is there; silence ends the connection. */
    @Override
    public void pulse(@Nullable String id) throws IOException {
        await(sent -> session.sendPing(ByteBuffer.allocate(0), sent));
    }

    @Override
    public void flush() {}

    @Override
    public void end() throws IOException {
        await(sent -> session.close(StatusCode.SHUTDOWN, "the hub ends this; open it again", sent));
    }

    void close(int status, String reason) {
        session.close(status, reason, Callback.NOOP);
    }

    @Override
    public void cut() {
        session.disconnect();
    }

    private static void await(Consumer<Callback.Completable> send) throws IOException {
        try {
            Callback.Completable.with(send).get();
        } catch (ExecutionException gone) {
            throw new IOException("the client is gone", gone);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
