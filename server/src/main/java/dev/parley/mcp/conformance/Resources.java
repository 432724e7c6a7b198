package dev.parley.mcp.conformance;

import dev.parley.mcp.Client;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.ResourceSource;
import dev.parley.mcp.ResourceText;
import dev.parley.mcp.TemplateCard;
import dev.parley.mcp.Watchable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Resources that the suite reads by their addresses. */
final class Resources implements ResourceSource {
    private static final String TEXT = "test://static-text";
    private static final String BINARY = "test://static-binary";
    private static final String WATCHED = "test://watched-resource";
    private static final Pattern TEMPLATE = Pattern.compile("test://template/([^/]+)/data");
    private static final String FIXTURE = "A fixture of the MCP conformance suite.";

    private final Watched watched;

    Resources(Watched watched) {
        this.watched = watched;
    }

    @Override
    public List<ResourceCard> resources(Client client) {
        return List.of(
                card(TEXT, "text/plain"), card(BINARY, "image/png"), card(WATCHED, "text/plain"));
    }

    private static ResourceCard card(String uri, String mimeType) {
        var name = uri.substring("test://".length());
        return new ResourceCard(uri, name, name, FIXTURE, mimeType);
    }

    @Override
    public List<TemplateCard> templates(Client client) {
        return List.of(
                new TemplateCard(
                        "test://template/{id}/data",
                        "template",
                        "template",
                        FIXTURE,
                        "application/json"));
    }

    @Override
    public Optional<List<ResourceText>> read(Exchange exchange, String uri) {
        return switch (uri) {
            case TEXT ->
                    text(uri, "text/plain", "This is the content of the static text resource.");
            case WATCHED -> text(uri, "text/plain", "Touched " + watched.touched() + " times.");
            case BINARY -> Optional.of(List.of(ResourceText.bytes(uri, "image/png", Samples.PNG)));
            default -> ofTemplate(uri);
        };
    }

    private static Optional<List<ResourceText>> ofTemplate(String uri) {
        var found = TEMPLATE.matcher(uri);
        return found.matches()
                ? text(
                        uri,
                        "application/json",
                        "{\"id\":\"%1$s\",\"templateTest\":true,\"data\":\"Data for ID: %1$s\"}"
                                .formatted(found.group(1)))
                : Optional.empty();
    }

    private static Optional<List<ResourceText>> text(String uri, String mimeType, String text) {
        return Optional.of(List.of(ResourceText.text(uri, mimeType, text)));
    }

    @Override
    public Optional<Watchable> watch(Client client, String uri) {
        return uri.equals(WATCHED) ? Optional.of(watched.watchable()) : Optional.empty();
    }
}
