package dev.parley.demo;

import dev.parley.client.IssuedToken;
import dev.parley.client.NewRun;
import dev.parley.client.NewToken;
import dev.parley.client.ParleyClient;
import dev.parley.client.agent.Result;
import dev.parley.client.agent.Worker;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** Everybody who plays, each let in with a token of their own; the tokens end with them. */
final class Cast implements AutoCloseable {
    /** The person who opens every story, as the log names it. */
    static final String ACTOR = "person:demo";

    private static final Capabilities INSPECTION = Capabilities.of("inspection");
    private static final String BOARDS = "demo-boards";

    private final URI hub;
    private final ParleyClient owner;
    private final Map<Role, ParleyClient> clients = new EnumMap<>(Role.class);
    private final List<String> tokens = new ArrayList<>();
    private final Map<String, SessionId> sessions = new ConcurrentHashMap<>();
    private final Worker inspector;

    Cast(URI hub, String ownerToken) {
        this.hub = hub;
        this.owner = ParleyClient.connect(hub, ownerToken);
        clients.put(Role.USER, admit(NewToken.forPerson("demo", "person")));
        for (var role : Role.agents()) {
            var client = admit(NewToken.forAgent(role.agent(), role.token()));
            var has = role == Role.INSPECTOR ? INSPECTION : Capabilities.NONE;
            client.agents().introduce(role.agent(), role.card(), has);
            clients.put(role, client);
        }
        client(Role.MANAGER).topics().subscribe(BOARDS, List.of("agent.*.board.**"), false);
        inspector =
                Worker.of(client(Role.INSPECTOR), Role.INSPECTOR.agent())
                        .having(INSPECTION)
                        .start(_ -> Result.done("the inspector is content"));
    }

    private ParleyClient admit(NewToken wanted) {
        IssuedToken issued = owner.tokens().create(wanted);
        tokens.add(issued.view().tokenId());
        return ParleyClient.connect(hub, issued.secret());
    }

    ParleyClient client(Role role) {
        var client = clients.get(role);
        if (client == null) {
            throw new IllegalStateException("nobody plays " + role);
        }
        return client;
    }

    /** A run in which everybody has their role. */
    RunId open() {
        var run = NewRun.of(RunProtocol.MANAGED);
        for (var role : Role.onStage()) {
            run = run.with(role.address().value(), role.agent());
        }
        return client(Role.USER).runs().create(run).runId();
    }

    /** The one session that an agent has with another. */
    SessionId session(Role who, String agent) {
        return sessions.computeIfAbsent(
                agent, name -> client(who).sessions().open(new AgentName(name)));
    }

    /** The manager has had the news so far. */
    void hearNews() {
        var topics = client(Role.MANAGER).topics();
        var page = topics.look(BOARDS, OptionalLong.empty(), 100, Duration.ZERO);
        page.items().forEach(event -> topics.commit(BOARDS, event.position()));
    }

    @Override
    public void close() {
        inspector.stop(Duration.ZERO);
        try {
            tokens.forEach(owner.tokens()::revoke);
        } catch (ParleyException _) {
            // the hub is gone, and its tokens with it
        }
        clients.values().forEach(ParleyClient::close);
        owner.close();
    }
}
