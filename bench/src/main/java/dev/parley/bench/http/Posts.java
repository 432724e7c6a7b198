package dev.parley.bench.http;

import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import dev.parley.client.NewRun;
import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunProtocol;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Messages posted to a real hub over HTTP, beside a server that only parses them. */
public final class Posts {
    private static final int CONNECTIONS = 64;
    private static final String TEXT = "x".repeat(300);

    /** Compiling takes most of a young server's time, and would count as the price of a request. */
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    private final Path folder;
    private final Path jar;

    /** Needs the hub's jar and a folder for its data. */
    public Posts(Path folder, Path jar) {
        this.folder = folder;
        this.jar = jar;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        var data = folder.resolve("hub");
        try (var hub = Child.hub(jar, data);
                var parser = Child.java(parse())) {
            var owner = Files.readString(data.resolve("owner.token")).strip();
            var runs = begin(hub, owner);
            var token = agent(hub, owner);
            var stored = load(hub, runs, token);
            var parsed = load(parser, runs, token);
            stored.run(WARM_UP);
            parsed.run(WARM_UP);
            var pairs = rounds.interleave(stored::run, (time, _) -> parsed.run(time));
            var nothing = new Demand.Nothing();
            report.add(
                    Row.of(
                            "POST, 64 connections, requests/s",
                            pairs,
                            Load.Sample::perSecond,
                            nothing));
            report.add(Row.of("POST p50, ms", pairs, s -> s.latencies().millis(0.5), nothing));
            report.add(Row.of("POST p99, ms", pairs, s -> s.latencies().millis(0.99), nothing));
            report.add(
                    Row.of(
                            "POST, CPU of the server, us/request",
                            pairs,
                            Load.Sample::cpuMicros,
                            nothing));
            report.note(
                    "POST: bare is the same HTTP server with a route that parses the message and"
                            + " stores nothing; both are processes of their own, and the client"
                            + " shares the machine with them");
        }
    }

    /** One connection for each run. */
    private static Load load(Child server, List<String> runs, String token) {
        return new Load(server, CONNECTIONS, n -> poster(server.url(), runs.get(n), token));
    }

    private static Load.Sender poster(URI server, String run, String token) throws IOException {
        var connection = new Connection(server, "/api/runs/" + run + "/messages", token);
        var name = UUID.randomUUID();
        return new Load.Sender() {
            private long sent;

            @Override
            public void send() throws IOException {
                connection.post(message(name + "-" + sent++));
            }

            @Override
            public void close() throws IOException {
                connection.close();
            }
        };
    }

    private static String message(String id) {
        return """
               {"message_id":"%s","from_agent":"alice","to_agent":"bob","kind":"message",\
               "summary":"a message of the usual size","payload":{"text":"%s"}}"""
                .formatted(id, TEXT);
    }

    private static List<String> parse() {
        return List.of("-cp", System.getProperty("java.class.path"), ParseOnly.class.getName());
    }

    /** What people send is noted in the audit as well; most of what is sent comes from agents. */
    private static String agent(Child hub, String owner) {
        try (var client = ParleyClient.connect(hub.url(), owner)) {
            var wanted = NewToken.forAgent(new AgentName("alice"), "worker");
            return client.tokens().create(wanted).secret();
        }
    }

    private static List<String> begin(Child hub, String token) {
        try (var client = ParleyClient.connect(hub.url(), token)) {
            return Stream.generate(() -> client.runs().create(NewRun.of(RunProtocol.OPEN)))
                    .limit(CONNECTIONS)
                    .map(run -> run.runId().value())
                    .toList();
        }
    }
}
