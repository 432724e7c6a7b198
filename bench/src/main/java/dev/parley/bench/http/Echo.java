package dev.parley.bench.http;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.http.Answer;
import dev.parley.http.HttpServer;
import dev.parley.http.HttpSettings;
import dev.parley.http.Routes;
import dev.parley.protocol.Space;
import java.util.concurrent.CountDownLatch;

/** A server that answers with what it was sent. */
public final class Echo {
    private static final Principal ANYBODY =
            new Principal("tok_bench", new Space("default"), Role.OWNER, "bench", null);

    private Echo() {}

    public static void main(String[] args) throws InterruptedException {
        var routes =
                new Routes().post("/echo", Permission.SEND, call -> Answer.created(call.json()));
        var server = HttpServer.start(HttpSettings.on("127.0.0.1", 0), routes, _ -> ANYBODY);
        System.out.println("listening on http://127.0.0.1:" + server.port());
        new CountDownLatch(1).await();
    }
}
