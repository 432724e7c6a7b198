package dev.parley;

import dev.parley.config.ToolChoice;
import dev.parley.http.api.SessionRoutes;
import dev.parley.http.api.TaskRoutes;
import dev.parley.mcp.Catalogue;
import dev.parley.mcp.Client;
import dev.parley.mcp.prompt.HousePrompts;
import dev.parley.mcp.resource.InboxResource;
import dev.parley.mcp.resource.RunResources;
import dev.parley.mcp.resource.SessionResources;
import dev.parley.mcp.tool.Desk;
import dev.parley.mcp.tool.RunView;
import dev.parley.mcp.tool.ServedTools;
import dev.parley.mcp.tool.Toolbox;
import dev.parley.run.Replies;
import dev.parley.run.Wording;
import java.util.List;

/** What the MCP door offers; whoever adds something adds a source here. */
final class McpCatalogue {
    /** As many names as are offered while one is typed. */
    private static final int NAMES = 100;

    private McpCatalogue() {}

    static Catalogue of(Ground ground, Conversation conversation, Workshop workshop) {
        var taskRoutes =
                new TaskRoutes(
                        ground.store(), workshop.tasks(), workshop.view(), workshop.notices());
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
                                desk(ground, conversation, workshop, runView, taskRoutes), isOpen),
                        new ServedTools(workshop.gateway(), workshop.troupe().sessions())),
                List.of(
                        new InboxResource(conversation.agentInbox()),
                        new RunResources(conversation.runs(), runView),
                        sessions(ground, conversation, workshop)),
                List.of(new HousePrompts((client, typed) -> names(conversation, client, typed))));
    }

    private static SessionResources sessions(
            Ground ground, Conversation conversation, Workshop workshop) {
        var sessions = workshop.troupe().sessions();
        var wording = new Wording(conversation.payloads());
        return new SessionResources(sessions, new SessionRoutes(ground.store(), sessions, wording));
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
                workshop.troupe().sessions(),
                new Wording(conversation.payloads()),
                runView,
                taskRoutes::wanted);
    }

    private static List<String> names(Conversation conversation, Client client, String typed) {
        var space = client.principal().space();
        return conversation.agents().present(space, "", NAMES, true).agents().stream()
                .map(agent -> agent.key().name().value())
                .filter(name -> name.startsWith(typed))
                .toList();
    }
}
