package dev.parley;

import dev.parley.access.HubKey;
import dev.parley.cli.Build;
import dev.parley.config.ToolChoice;
import dev.parley.http.Incidents;
import dev.parley.http.api.TaskRoutes;
import dev.parley.mcp.Catalogue;
import dev.parley.mcp.Client;
import dev.parley.mcp.Engine;
import dev.parley.mcp.Introduction;
import dev.parley.mcp.McpDoor;
import dev.parley.mcp.Offers;
import dev.parley.mcp.Pens;
import dev.parley.mcp.Sessions;
import dev.parley.mcp.prompt.HousePrompts;
import dev.parley.mcp.resource.InboxResource;
import dev.parley.mcp.resource.RunResources;
import dev.parley.mcp.tool.Desk;
import dev.parley.mcp.tool.RunView;
import dev.parley.mcp.tool.Toolbox;
import dev.parley.run.Replies;
import dev.parley.stream.Streams;
import java.time.Duration;
import java.util.List;

/** The MCP door with everything that it offers. */
record Mcp(McpDoor door, Sessions sessions, Offers offers) {
    /** How soon it is noticed that whoever waits for an answer is gone. */
    private static final Duration BEAT = Duration.ofSeconds(5);

    private static final String INSTRUCTIONS =
            "Parley is a hub through which you talk to other agents and to the people you work for."
                    + " Look with list_agents who is there. Check your inbox with check_inbox when"
                    + " you begin and between two steps, and say with done_up_to what you have"
                    + " read. Answer with reply rather than to send anew; nothing that was sent is"
                    + " lost, so never send it twice. send_message tells, ask_agent asks,"
                    + " send_to_agent has work done; what is pending is collected later. When you"
                    + " are blocked, ask_user. Never answer what is automatic. The prompt"
                    + " house_rules says more.";

    /** As many names as are offered while one is typed. */
    private static final int NAMES = 100;

    static Mcp on(Ground ground, Conversation conversation, Workshop workshop, Streams streams) {
        var pulse = ground.config().streams().pulse();
        var beat = pulse.compareTo(BEAT) < 0 ? pulse : BEAT;
        var pens = new Pens(beat, pulse, System::nanoTime);
        var sessions = new Sessions(ground.wakeups(), ground.time()::now);
        ground.everySecond("mcp", pens::round);
        ground.every("mcp-sessions", Duration.ofMinutes(1), sessions::round);
        var offers = new Offers(ground.wakeups());
        var engine =
                new Engine(
                        catalogue(ground, conversation, workshop),
                        streams,
                        ground.wakeups(),
                        ground.presence(),
                        pens,
                        new Incidents(ground.ids()));
        var door =
                new McpDoor(
                        engine,
                        new Introduction(Build.version(), INSTRUCTIONS),
                        sessions,
                        offers,
                        HubKey.of(ground.store()),
                        ground.clock());
        return new Mcp(door, sessions, offers);
    }

    /** What is offered; whoever adds something adds a source here. */
    private static Catalogue catalogue(
            Ground ground, Conversation conversation, Workshop workshop) {
        var taskRoutes = new TaskRoutes(ground.store(), workshop.tasks(), workshop.view());
        var runView =
                new RunView(
                        ground.store(),
                        conversation.runs(),
                        conversation.intents(),
                        workshop.tasks(),
                        taskRoutes::shown);
        var isOpen = ground.config().mcp().tools() == ToolChoice.ALL;
        return new Catalogue(
                List.of(
                        Toolbox.of(
                                desk(ground, conversation, workshop, runView, taskRoutes), isOpen)),
                List.of(
                        new InboxResource(conversation.agentInbox()),
                        new RunResources(conversation.runs(), runView)),
                List.of(new HousePrompts((client, typed) -> names(conversation, client, typed))));
    }

    private static Desk desk(
            Ground ground,
            Conversation conversation,
            Workshop workshop,
            RunView runView,
            TaskRoutes taskRoutes) {
        return new Desk(
                ground.store(),
                ground.presence(),
                ground.audit(),
                conversation.agents(),
                conversation.runs(),
                conversation.intents(),
                conversation.dispatch(),
                conversation.deadLetters(),
                new Replies(ground.store(), ground.waits(), conversation.runs()),
                conversation.questions(),
                conversation.inbox(),
                conversation.agentInbox(),
                workshop.tasks(),
                workshop.view(),
                workshop.claims(),
                workshop.leases(),
                workshop.topics(),
                runView,
                taskRoutes::wanted);
    }

    private static List<String> names(Conversation conversation, Client client, String typed) {
        return conversation.agents().list(client.principal().space(), "", NAMES).stream()
                .map(card -> card.key().name().value())
                .filter(name -> name.startsWith(typed))
                .toList();
    }
}
