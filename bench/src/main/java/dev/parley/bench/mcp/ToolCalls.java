package dev.parley.bench.mcp;

import dev.parley.bench.http.Child;
import dev.parley.bench.http.Connection;
import dev.parley.bench.http.Gauges;
import dev.parley.bench.http.Load;
import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Pair;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Calls of tools on a real hub, beside twins of them on the official Java SDK's server. */
public final class ToolCalls {
    private static final Demand QUICK = new Demand.AtLeast(1.5);
    private static final Demand DURABLE = new Demand.AtLeast(0.5);
    private static final Demand NOTHING = new Demand.Nothing();

    /** Compiling takes most of a young server's time, and would count as the price of a call. */
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    private final Path folder;
    private final Path jar;
    private final int clients;

    /** Needs the hub's jar and a folder for its data. */
    public ToolCalls(Path folder, Path jar, int clients) {
        this.folder = folder;
        this.jar = jar;
        this.clients = clients;
    }

    /** One round of one side. */
    private record Sample(Load.Sample load, double syncs) {
        double millis(double share) {
            return load.latencies().millis(share);
        }
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        var data = folder.resolve("hub");
        try (var hub = Child.hub(jar, data)) {
            var owner = Files.readString(data.resolve("owner.token")).strip();
            var token = agents(hub, owner);
            var seat = new Client.Seat(token, session(hub, token, "alice"));
            var durable = Tool.durable(session(hub, owner, "bob"));
            var shown = folder.resolve("shown.json");
            Files.writeString(shown, shown(hub, seat));
            try (var sdk = Child.java(twin(shown))) {
                var gauges = new Gauges(hub.url(), owner);
                rows(
                        Tool.READING,
                        QUICK,
                        pairs(Tool.READING, hub, seat, sdk, gauges, rounds),
                        report);
                var sent = pairs(durable, hub, seat, sdk, gauges, rounds);
                rows(durable, DURABLE, sent, report);
                report.note(syncs(sent));
                report.note(
                        "bare is the official Java SDK's server with the same tools in memory, on"
                                + " the same HTTP server and virtual threads; it asks for no token."
                                + " Protocol 2025-11-25, "
                                + clients
                                + " clients with a session and a connection each, one call at a"
                                + " time");
            }
        }
    }

    /** Three agents with cards, and the token of one. */
    private static String agents(Child hub, String owner) throws IOException {
        for (var name : List.of("alice", "bob", "claude")) {
            try (var connection = new Connection(hub.url(), "/api/agents/" + name, owner)) {
                connection.put(
                        """
                        {"description":"reviews what others have written","capabilities":["java","review"]}
                        """);
            }
        }
        try (var client = ParleyClient.connect(hub.url(), owner)) {
            var wanted = NewToken.forAgent(new AgentName("alice"), "worker");
            return client.tokens().create(wanted).secret();
        }
    }

    /** A session with an agent. */
    private static String session(Child hub, String token, String agent) throws IOException {
        try (var connection = new Connection(hub.url(), "/api/sessions", token)) {
            var made = connection.post("{\"agent\":\"" + agent + "\"}", 201);
            return Json.parseTrusted(new String(made, StandardCharsets.UTF_8))
                    .required("sessionId")
                    .asText();
        }
    }

    /** What the twins are made of. */
    private static String shown(Child hub, Client.Seat seat) throws IOException {
        try (var client = Client.open(hub.url(), seat, Tool.READING, 0)) {
            var shown = Json.object();
            shown.set("tools", client.ask("tools/list", "{}").required("tools"));
            shown.set("agents", client.call().required("structuredContent").required("agents"));
            return Json.write(shown);
        }
    }

    private static List<String> twin(Path shown) {
        return List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                SdkServer.class.getName(),
                shown.toString());
    }

    private List<Pair<Sample>> pairs(
            Tool tool, Child hub, Client.Seat seat, Child sdk, Gauges gauges, Rounds rounds)
            throws Exception {
        var ours = load(hub, seat, tool);
        var bare = load(sdk, seat, tool);
        ours.run(WARM_UP);
        bare.run(WARM_UP);
        return rounds.interleave(
                time -> {
                    double before = gauges.of(Gauges.SYNCS);
                    var sample = ours.run(time);
                    return new Sample(sample, gauges.of(Gauges.SYNCS) - before);
                },
                (time, _) -> new Sample(bare.run(time), 0));
    }

    private Load load(Child server, Client.Seat seat, Tool tool) {
        return new Load(server, clients, n -> Client.open(server.url(), seat, tool, n));
    }

    private static void rows(Tool tool, Demand demand, List<Pair<Sample>> pairs, Report report) {
        var name = tool.name();
        report.add(Row.of(name + ", calls/s", pairs, s -> s.load().perSecond(), demand));
        report.add(Row.of(name + " p50, ms", pairs, s -> s.millis(0.5), NOTHING));
        report.add(Row.of(name + " p99, ms", pairs, s -> s.millis(0.99), NOTHING));
        report.add(
                Row.of(
                        name + ", CPU of the server, us/call",
                        pairs,
                        s -> s.load().cpuMicros(),
                        NOTHING));
    }

    private static String syncs(List<Pair<Sample>> pairs) {
        double syncs = pairs.stream().mapToDouble(pair -> pair.ours().syncs()).sum();
        double calls = pairs.stream().mapToDouble(p -> p.ours().load().latencies().count()).sum();
        return String.format(
                Locale.ROOT,
                "%s: %.3f fsyncs of the log for each call (%,.0f calls, %,.0f commits)",
                Tool.DURABLE,
                syncs / calls,
                calls,
                syncs);
    }
}
