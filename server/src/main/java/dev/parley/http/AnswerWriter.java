package dev.parley.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Puts an answer on the wire. */
final class AnswerWriter {
    private static final HttpField NO_STORE =
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
    private static final HttpField NO_SNIFF =
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
    private static final HttpField CLOSE = new PreEncodedHttpField(HttpHeader.CONNECTION, "close");

    private AnswerWriter() {}

    /** Sends status and headers with the first byte of what follows. */
    static void head(Answer answer, Response response) {
        response.setStatus(answer.status());
        var headers = response.getHeaders();
        headers.put(NO_STORE);
        headers.put(NO_SNIFF);
        for (var header : answer.headers()) {
            headers.put(header);
        }
    }

    static void send(
            Answer answer, Request request, Response response, Body body, Callback callback)
            throws Exception {
        boolean reusable = body.settle();
        head(answer, response);
        if (!reusable) {
            response.getHeaders().put(CLOSE);
        }
        switch (answer.content()) {
            case Answer.Whole whole when reusable ->
                    response.write(true, whole.bytes().slice(), callback);
            case Answer.Whole whole -> {
                Content.Sink.write(response, true, whole.bytes().slice());
                end(body, callback);
            }
            case Answer.Streamed(long length, var writer) -> {
                write(writer, length, request, response);
                end(body, callback);
            }
            case Answer.Live(var writer) -> {
                var connection = request.getConnectionMetaData().getConnection().getEndPoint();
                write(out -> writer.write(out, connection::close), -1, request, response);
                end(body, callback);
            }
            case Answer.Upgraded(var socket) ->
                    Sockets.upgrade(socket, request, response, callback);
        }
    }

    private static void write(StreamWriter writer, long length, Request request, Response response)
            throws Exception {
        if (request.getMethod().equals("HEAD")) {
            Content.Sink.write(response, true, ByteBuffer.allocate(0));
            return;
        }
        var out = new AnswerStream(response, length);
        writer.write(out);
        out.finish();
    }

    private static void end(Body body, Callback callback) {
        body.discard();
        callback.succeeded();
    }
}
