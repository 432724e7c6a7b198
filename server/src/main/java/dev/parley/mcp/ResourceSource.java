package dev.parley.mcp;

import java.util.List;
import java.util.Optional;

/** Where resources come from. */
public interface ResourceSource {
    /** Those that this client may see and that can be named one by one. */
    List<ResourceCard> resources(Client client);

    default List<TemplateCard> templates(Client client) {
        return List.of();
    }

    /**
     * What one holds; empty when the address is none of this source.
     *
     * @throws dev.parley.protocol.ParleyException when it is, but is not there or not for this
     *     client
     */
    Optional<List<ResourceText>> read(Exchange exchange, String uri) throws Exception;

    /** How to notice that one changes; empty when nobody can. Refuses as {@link #read} does. */
    default Optional<Watchable> watch(Client client, String uri) {
        return Optional.empty();
    }
}
