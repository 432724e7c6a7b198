import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.client.agent.Agent;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The agents of an example. Each is let in with a token of its own, as {@code ./parley token create} does; the hub's
 * address and the owner's token are where {@code ./parley serve} left them.
 */
final class Team implements AutoCloseable {
    private final URI hub;
    private final ParleyClient owner;
    private final Deque<Agent> agents = new ArrayDeque<>();

    Team() throws IOException {
        var home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        var data = Path.of(System.getenv().getOrDefault("PARLEY_DATA", home + "/.parley"));
        var lock = data.resolve("parley.lock"); // empty once its hub has ended
        if (!Files.exists(lock) || Files.readString(lock).isBlank()) {
            giveUp(data);
        }
        hub = URI.create(Json.parseObject(Files.readString(lock)).path("url").asText());
        var token = Files.readString(data.resolve("owner.token")).strip();
        owner = ParleyClient.connect(hub, token, Patience.standard().within(Duration.ofSeconds(2)));
        try {
            owner.hub().health();
        } catch (ParleyException _) {
            giveUp(data);
        }
    }

    private static void giveUp(Path data) {
        System.err.println("no hub is running on " + data + "; start one with ./parley serve");
        System.exit(1);
    }

    Agent agent(String name) {
        var wanted = NewToken.forAgent(new AgentName(name), "worker").expiringInDays(1);
        var agent = Agent.connect(hub, owner.tokens().create(wanted).secret(), name);
        agents.push(agent);
        return agent;
    }

    @Override
    public void close() {
        agents.forEach(Agent::close);
        owner.close();
    }
}
