package dev.parley.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.Space;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing is given to a client that has hung up while it waited. */
@Timeout(60)
class HungUpTest {
    private static final Topic WORK = new Topic.Work(Space.DEFAULT, "bob");

    private TestParley parley;
    private Caller alice;
    private Caller bob;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aTaskIsNotLeasedToAClaimerThatIsGone() throws IOException {
        try (var gone = connect()) {
            send(gone, "POST /api/tasks/claim", "{\"wait\":50}");
            parley.awaitWaiter(WORK);
        }
        alice.post("/api/tasks", "{\"message\":\"m\"}").expect(201);
        var given = bob.post("/api/tasks/claim", "{\"wait\":10}").expect(200).json();
        assertThat(given.at("/task/attempt").asInt()).isEqualTo(1);
    }

    @Test
    void whatFollowsOnTheSameConnectionBeforeTheAnswerIsAnsweredNext() throws IOException {
        try (var patient = connect()) {
            send(patient, "POST /api/tasks/claim", "{\"wait\":50}");
            parley.awaitWaiter(WORK);
            send(patient, "POST /api/tasks/claim", "{\"wait\":0}");
            var task = alice.post("/api/tasks", "{\"message\":\"m\"}").expect(201).text("task_id");
            assertThat(read(patient)).contains("200 OK", task);
            assertThat(read(patient)).contains("200 OK", "{\"task\":null}");
            send(patient, "POST /api/tasks/claim", "{\"wait\":0}");
            assertThat(read(patient)).contains("200 OK", "{\"task\":null}");
        }
    }

    private Socket connect() throws IOException {
        var url = URI.create(parley.url());
        return new Socket(url.getHost(), url.getPort());
    }

    private void send(Socket socket, String line, String body) throws IOException {
        var request =
                """
                %s HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                %s"""
                        .formatted(line, bob.token(), body.length(), body);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** One answer; each here has a length. */
    private static String read(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in.read());
        }
        var length = head.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
        return head + new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }
}
