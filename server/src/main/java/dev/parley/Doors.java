package dev.parley;

import dev.parley.agent.Candidates;
import dev.parley.cli.Build;
import dev.parley.clock.Every;
import dev.parley.config.Setting;
import dev.parley.console.Console;
import dev.parley.console.Doorkeeper;
import dev.parley.guard.Guesses;
import dev.parley.http.HttpServer;
import dev.parley.http.HttpSettings;
import dev.parley.http.Routes;
import dev.parley.http.api.AgentInboxRoutes;
import dev.parley.http.api.AgentRoutes;
import dev.parley.http.api.AuditRoutes;
import dev.parley.http.api.BlobRoutes;
import dev.parley.http.api.ConfigRoutes;
import dev.parley.http.api.ControlRoutes;
import dev.parley.http.api.ConversationApi;
import dev.parley.http.api.DeadLetterRoutes;
import dev.parley.http.api.HealthRoutes;
import dev.parley.http.api.HostRoutes;
import dev.parley.http.api.Idempotency;
import dev.parley.http.api.InboxRoutes;
import dev.parley.http.api.LetterPileRoutes;
import dev.parley.http.api.MessageRoutes;
import dev.parley.http.api.MetricRoutes;
import dev.parley.http.api.OpenApiRoutes;
import dev.parley.http.api.OperationApi;
import dev.parley.http.api.OperationRoutes;
import dev.parley.http.api.OutboxRoutes;
import dev.parley.http.api.QuestionRoutes;
import dev.parley.http.api.Recording;
import dev.parley.http.api.RunRoutes;
import dev.parley.http.api.SelectRoutes;
import dev.parley.http.api.SessionRoutes;
import dev.parley.http.api.SurveyRoutes;
import dev.parley.http.api.TaskRoutes;
import dev.parley.http.api.TokenRoutes;
import dev.parley.http.api.ToolRoutes;
import dev.parley.http.api.TopicRoutes;
import dev.parley.http.api.WorkApi;
import dev.parley.http.api.WorkRoutes;
import dev.parley.metric.History;
import dev.parley.operate.Backup;
import dev.parley.operate.Check;
import dev.parley.question.Examination;
import dev.parley.run.Payloads;
import dev.parley.run.Wording;
import dev.parley.stream.EventRoutes;
import dev.parley.stream.SocketRoute;
import dev.parley.stream.Streams;
import dev.parley.stream.TopicEvents;
import dev.parley.stream.WorkStream;
import dev.parley.topic.Surveys;
import java.util.Set;

/** Every way in: the table of routes, and the server that answers to it. */
record Doors(Routes routes, HttpServer http, Mcp mcp, Streams streams) {

    static Doors open(Ground ground, Conversation conversation, Workshop workshop) {
        var streams = streams(ground, conversation, workshop);
        var routes = new Routes();
        operations(ground, conversation).addTo(routes);
        conversations(ground, conversation, workshop, streams).addTo(routes);
        work(ground, workshop, streams, conversation.payloads()).addTo(routes);
        var mcp = Mcp.on(ground, conversation, workshop, streams);
        mcp.door().addTo(routes);
        var doorkeeper = new Doorkeeper(ground.bearer(), ground.logins(), ground.store().epoch());
        console(ground, doorkeeper).addTo(routes);
        routes = routes.with(new Idempotency(ground.store())::around);
        var config = ground.config();
        var settings =
                HttpSettings.on(config.http().host(), config.http().port())
                        .behindProxy(config.http().behindProxy())
                        .allowing(Set.copyOf(config.http().allowedHosts()), Set.of())
                        .limiting(HttpSettings.MAX_REQUESTS, config.limits().bodySize());
        var http =
                ground.parts()
                        .add(
                                HttpServer.start(
                                        settings,
                                        routes,
                                        doorkeeper,
                                        new Recording(ground.audit(), ground.metrics())));
        ground.parts().add(streams.start());
        var history = ground.metrics().history();
        var clock = ground.clock();
        ground.parts()
                .add(
                        new Every(
                                "history",
                                History.PERIOD,
                                History.PERIOD,
                                () -> history.look(clock.instant())));
        ground.parts().add(ground.wakeups());
        Gauges.bindDoors(
                ground.metrics(), http, mcp.sessions(), ground.wakeups(), streams.traffic());
        return new Doors(routes, http, mcp, streams);
    }

    private static Console console(Ground ground, Doorkeeper doorkeeper) {
        ground.everySecond("logins", ground.logins()::round);
        return new Console(
                ground.logins(), ground.bearer(), doorkeeper, new Guesses(ground.nanos()));
    }

    private static Streams streams(Ground ground, Conversation conversation, Workshop workshop) {
        var limits = ground.config().streams();
        return new Streams(
                ground.store(),
                conversation.runs(),
                workshop.topics(),
                ground.tokens(),
                ground.presence(),
                ground.wakeups(),
                ground.asides(),
                ground.clock(),
                ground.metrics(),
                new Streams.Limits(limits.max(), limits.maxPerToken(), limits.pulse()));
    }

    private static ConversationApi conversations(
            Ground ground, Conversation of, Workshop workshop, Streams streams) {
        var store = ground.store();
        var sessions = workshop.troupe().sessions();
        var counsel = workshop.counsel();
        var presence = ground.presence();
        return new ConversationApi(
                new RunRoutes(store, of.runs(), of.intents()),
                new ControlRoutes(of.control(), of.steering(), of.intents()),
                new MessageRoutes(
                        store,
                        of.runs(),
                        of.agentInbox(),
                        of.dispatch(),
                        of.deadLetters(),
                        presence),
                new InboxRoutes(store, of.inbox(), of.receipts(), presence),
                new AgentRoutes(store, of.agents(), presence, of.sharing()),
                new SelectRoutes(new Candidates(store, of.agents(), counsel), of.selections()),
                new QuestionRoutes(store, of.questions(), new Examination(of.questions(), counsel)),
                new AgentInboxRoutes(store, of.agentInbox(), presence),
                new OutboxRoutes(store, of.outbox()),
                new DeadLetterRoutes(store, of.deadLetters()),
                new LetterPileRoutes(of.deadLetters()),
                new BlobRoutes(store, ground.blobs()),
                new EventRoutes(streams, of.runs(), sessions, of.sharing(), presence),
                new SocketRoute(
                        streams, of.runs(), sessions, ground.bearer(), of.sharing(), presence));
    }

    private static WorkApi work(Ground ground, Workshop of, Streams streams, Payloads payloads) {
        var store = ground.store();
        return new WorkApi(
                new TopicRoutes(store, of.topics(), of.subscriptions()),
                new SurveyRoutes(new Surveys(store, of.subscriptions())),
                new TopicEvents(streams, of.subscriptions()),
                new TaskRoutes(store, of.tasks(), of.view(), of.notices()),
                new WorkRoutes(store, of.claims(), of.leases(), of.view(), ground.presence()),
                new WorkStream(streams, of.claims(), of.work(), ground.presence()),
                new ToolRoutes(store, of.gateway()),
                new SessionRoutes(store, of.troupe().sessions(), new Wording(payloads)),
                new HostRoutes(of.company().contracts()));
    }

    private static OperationApi operations(Ground ground, Conversation conversation) {
        var config = ground.config();
        var store = ground.store();
        var bytes = ground.database().blobs();
        var longWork = ground.longWork();
        var backup = new Backup(store, ground.blobs(), bytes, ground.folder().path(), longWork);
        var check = new Check(store, ground.blobs(), bytes, longWork, config.kinds());
        return new OperationApi(
                new HealthRoutes(store, Build.version()),
                new OpenApiRoutes(),
                new MetricRoutes(
                        ground.metrics(),
                        conversation.unread(),
                        ground.clock(),
                        config.metrics().isOpen()),
                new TokenRoutes(store, ground.tokens(), ground.clock()),
                new AuditRoutes(store, ground.audit()),
                new ConfigRoutes(config.settings().stream().map(Doors::shown).toList()),
                new OperationRoutes(store, backup, check, longWork, ground.clock()));
    }

    private static ConfigRoutes.Setting shown(Setting setting) {
        return new ConfigRoutes.Setting(
                setting.key(), setting.value(), setting.source(), setting.from(), setting.doc());
    }
}
