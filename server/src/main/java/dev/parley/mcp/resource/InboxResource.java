package dev.parley.mcp.resource;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.bus.Topic;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.Look;
import dev.parley.mcp.Client;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.ResourceSource;
import dev.parley.mcp.ResourceText;
import dev.parley.mcp.Watchable;
import dev.parley.mcp.tool.Self;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The caller's own inbox: whoever follows it is told when something has come. */
public final class InboxResource implements ResourceSource {
    private static final String URI = "parley://inbox";
    private static final int MOST = 50;

    private final AgentInbox inbox;

    public InboxResource(AgentInbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public List<ResourceCard> resources(Client client) {
        return isOwn(client.principal())
                ? List.of(
                        new ResourceCard(
                                URI,
                                "inbox",
                                "Your inbox",
                                "What has come for you and is not done with; check_inbox with"
                                        + " done_up_to does that.",
                                "application/json"))
                : List.of();
    }

    private static boolean isOwn(Principal caller) {
        return caller.may(Permission.RECEIVE);
    }

    @Override
    public Optional<List<ResourceText>> read(Exchange exchange, String uri) {
        if (!uri.equals(URI)) {
            return Optional.empty();
        }
        var client = exchange.client();
        client.principal().require(Permission.RECEIVE);
        var page =
                inbox.look(
                        client.principal(),
                        Self.inbox(client),
                        client.instance(),
                        new Look(null, MOST, Duration.ZERO, null));
        var facts = Json.object();
        facts.putArray("items").addAll(page.items());
        facts.putArray("unread").addAll(page.unread());
        facts.put("position", page.position()).put("more", page.next().isPresent());
        return Optional.of(List.of(ResourceText.json(uri, facts)));
    }

    @Override
    public Optional<Watchable> watch(Client client, String uri) {
        var caller = client.principal();
        if (!uri.equals(URI) || !isOwn(caller)) {
            return Optional.empty();
        }
        var own = Self.inbox(client);
        return Optional.of(
                new Watchable(
                        Set.of(new Topic.Inbox(caller.space(), own)),
                        () -> Long.toString(inbox.head(caller, own))));
    }
}
