package dev.parley.bench.http;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.http.Answer;
import dev.parley.http.HttpServer;
import dev.parley.http.HttpSettings;
import dev.parley.http.Routes;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A server that takes messages at the usual address, reads them, and forgets them. */
public final class ParseOnly {
    private static final Principal ANYBODY =
            new Principal("tok_bench", new Space("default"), Role.OWNER, "bench", null);

    private ParseOnly() {}

    public static void main(String[] args) throws InterruptedException {
        var routes =
                new Routes()
                        .post(
                                "/api/runs/{run}/messages",
                                Permission.SEND,
                                call -> {
                                    var body = call.json();
                                    var draft = Format.of(body).draft(body);
                                    var id = Optional.ofNullable(draft.messageId()).orElseThrow();
                                    return Answer.created(
                                            Json.object()
                                                    .put("message_id", id.value())
                                                    .put("seq", 1));
                                });
        var server = HttpServer.start(HttpSettings.on("127.0.0.1", 0), routes, _ -> ANYBODY);
        System.out.println("listening on http://127.0.0.1:" + server.port());
        new CountDownLatch(1).await();
    }
}
