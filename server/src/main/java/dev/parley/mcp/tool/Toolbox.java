package dev.parley.mcp.tool;

import dev.parley.access.Role;
import dev.parley.mcp.Client;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolSource;
import dev.parley.protocol.Wire;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The hub's own tools. An agent usually sees no more than twelve, since models choose worse among
 * many: what only workers do is shown to those, and the rest where all are wanted.
 */
public final class Toolbox implements ToolSource {
    private final List<Kept> kept;
    private final Map<String, Kept> byName;
    private final boolean isOpen;

    /** Whom a tool is for. */
    private enum For {
        /** Whoever may use it. */
        EVERYBODY(EnumSet.allOf(Role.class)),
        /** Whoever speaks for an agent. */
        AGENTS(EnumSet.of(Role.MANAGER, Role.WORKER)),
        /** Whoever does tasks, rather than to work in a session; a manager has them done. */
        WORKERS(EnumSet.of(Role.WORKER)),
        /** Whoever works in a session, or has others do so. */
        SESSIONS(EnumSet.complementOf(EnumSet.of(Role.WORKER))),
        /** Nobody unless all tools are wanted. */
        EXPERTS(EnumSet.noneOf(Role.class));

        private final Set<Role> roles;

        For(Set<Role> roles) {
            this.roles = roles;
        }
    }

    private record Kept(For whom, Tool tool) {
        boolean isFor(Client client) {
            return switch (whom) {
                case WORKERS -> isOfRole(client) && client.session().isEmpty();
                case SESSIONS -> isOfRole(client) || client.session().isPresent();
                case EVERYBODY, AGENTS, EXPERTS -> isOfRole(client);
            };
        }

        private boolean isOfRole(Client client) {
            return whom.roles.contains(client.principal().role());
        }

        /** People neither ask people nor do tasks, whatever is wanted. */
        boolean isWithin(Client client) {
            return switch (whom) {
                case EVERYBODY, SESSIONS, EXPERTS -> true;
                case AGENTS, WORKERS -> client.agent().isPresent();
            };
        }
    }

    private Toolbox(List<Kept> kept, boolean isOpen) {
        this.kept = kept;
        this.byName =
                kept.stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        one -> one.tool.name(), Function.identity()));
        this.isOpen = isOpen;
    }

    /**
     * All tools, in the order in which they are shown.
     *
     * @param isOpen whether everybody sees all
     */
    public static Toolbox of(Desk desk, boolean isOpen) {
        var task =
                GiveTask.toAnybody(
                        desk.store(),
                        desk.tasks(),
                        desk.taskView(),
                        desk.whereabouts(),
                        desk.agents(),
                        desk.reader());
        return new Toolbox(
                List.of(
                        new Kept(For.EVERYBODY, new ListAgents(desk.agents(), desk.presence())),
                        new Kept(
                                For.EVERYBODY,
                                new CheckInbox(
                                        desk.agentInbox(),
                                        desk.inbox(),
                                        desk.presence(),
                                        desk.tasks())),
                        new Kept(
                                For.EVERYBODY,
                                new ReplyTo(desk.runs(), desk.sending(), desk.inbox())),
                        new Kept(For.EVERYBODY, new SendMessage(desk.sending())),
                        new Kept(
                                For.EVERYBODY,
                                new AskAgent(desk.sending(), desk.replies(), desk.presence())),
                        new Kept(
                                For.AGENTS,
                                new AskUser(
                                        desk.runs(),
                                        desk.sending(),
                                        desk.questions(),
                                        desk.user())),
                        new Kept(For.EVERYBODY, task.toOne()),
                        new Kept(For.EVERYBODY, task),
                        new Kept(For.EVERYBODY, new GetRunStatus(desk.runView())),
                        new Kept(For.SESSIONS, new SendAgentMessage(desk.sessions())),
                        new Kept(
                                For.SESSIONS, new GetSessionState(desk.sessions(), desk.wording())),
                        new Kept(
                                For.SESSIONS,
                                new CreateAgentSession(desk.store(), desk.sessions())),
                        new Kept(
                                For.WORKERS,
                                new ReportProgress(
                                        desk.runs(), desk.agents(), desk.sending(), desk.leases())),
                        new Kept(
                                For.WORKERS,
                                new ClaimTask(
                                        desk.store(),
                                        desk.claims(),
                                        desk.taskView(),
                                        desk.agents(),
                                        desk.presence())),
                        new Kept(For.WORKERS, new CompleteTask(desk.leases())),
                        new Kept(For.EXPERTS, new GetIntent(desk.intents())),
                        new Kept(For.EXPERTS, new PublishEvent(desk.store(), desk.topics()))),
                isOpen);
    }

    @Override
    public List<Tool> tools(Client client) {
        return kept.stream().filter(one -> isShown(one, client)).map(Kept::tool).toList();
    }

    @Override
    public Optional<Tool> find(Client client, String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(one -> isShown(one, client))
                .map(Kept::tool);
    }

    @Override
    public Optional<String> whyHidden(Client client, String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(one -> !isShown(one, client))
                .map(one -> one.isWithin(client) ? whyHidden(client) : "it is for agents only");
    }

    private static String whyHidden(Client client) {
        return "it is not shown to the role "
                + Wire.name(client.principal().role())
                + (client.session().isPresent() ? " within a session" : "")
                + "; mcp.tools: all in parley.yaml shows it to everybody";
    }

    private boolean isShown(Kept one, Client client) {
        return one.isFor(client) || (isOpen && one.isWithin(client));
    }
}
