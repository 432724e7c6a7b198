package dev.parley.mcp.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.mcp.Client;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.ResourceSource;
import dev.parley.mcp.ResourceText;
import dev.parley.mcp.TemplateCard;
import dev.parley.mcp.Watchable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Things of one kind: the newest of them at one address, each of them at its own below it. Each can
 * be followed.
 *
 * @param <I> what they are named by
 */
abstract class Shelf<I> implements ResourceSource {
    static final String JSON = "application/json";

    /** How many are listed. */
    static final int MOST = 50;

    private final ResourceCard list;
    private final TemplateCard each;
    private final Function<String, I> naming;

    Shelf(ResourceCard list, TemplateCard each, Function<String, I> naming) {
        this.list = list;
        this.each = each;
        this.naming = naming;
    }

    abstract ObjectNode newest(Principal caller);

    abstract ObjectNode one(Principal caller, I id);

    abstract Watchable watch(Principal caller, I id);

    @Override
    public final List<ResourceCard> resources(Client client) {
        return List.of(list);
    }

    @Override
    public final List<TemplateCard> templates(Client client) {
        return List.of(each);
    }

    @Override
    public final Optional<List<ResourceText>> read(Exchange exchange, String uri) {
        var caller = exchange.client().principal();
        var facts =
                uri.equals(list.uri())
                        ? Optional.of(newest(caller))
                        : id(uri).map(id -> one(caller, id));
        return facts.map(json -> List.of(ResourceText.json(uri, json)));
    }

    @Override
    public final Optional<Watchable> watch(Client client, String uri) {
        return id(uri).map(id -> watch(client.principal(), id));
    }

    private Optional<I> id(String uri) {
        var before = list.uri() + "/";
        return uri.startsWith(before) && uri.length() > before.length()
                ? Optional.of(naming.apply(uri.substring(before.length())))
                : Optional.empty();
    }
}
