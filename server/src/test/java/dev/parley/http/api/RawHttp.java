package dev.parley.http.api;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests that no well-behaved HTTP client would send. */
final class RawHttp {
    private RawHttp() {}

    /** The first line of the answer. */
    static String get(TestParley parley, Caller caller, String target) throws IOException {
        var url = URI.create(parley.url());
        var request =
                "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                        .formatted(target, url.getAuthority(), caller.token());
        try (var socket = new Socket(url.getHost(), url.getPort());
                var in = new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var status = new BufferedReader(in).readLine();
            return status == null ? "nothing" : status;
        }
    }
}
