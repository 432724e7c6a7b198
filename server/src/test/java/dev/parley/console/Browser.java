package dev.parley.console;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** A browser in which somebody has the console open. */
public record Browser(String url, String cookie) {
    /** Logs in with somebody's token. */
    public static Browser of(TestParley parley, Caller somebody) {
        return new Browser(parley.url(), "").login("token", somebody.token());
    }

    /** The same after logging in by other means. */
    public Browser login(String how, String credential) {
        var reply = post("/api/console/login", Json.object().put(how, credential).toString());
        return new Browser(url, reply.expect(204).header("Set-Cookie").replaceAll(";.*", ""));
    }

    public Reply get(String path) {
        return send(request(path).header("Sec-Fetch-Site", "same-origin"));
    }

    public Reply post(String path, String json) {
        return send(
                request(path)
                        .header("Origin", url)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)));
    }

    /** A request with the cookie, and otherwise as it is made. */
    public HttpRequest.Builder request(String path) {
        var request = new Caller(url, "").request(path);
        return cookie.isEmpty() ? request : request.header("Cookie", cookie);
    }

    public Reply send(HttpRequest.Builder request) {
        return new Caller(url, "").send(request);
    }
}
