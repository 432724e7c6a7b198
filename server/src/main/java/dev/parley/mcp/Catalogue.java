package dev.parley.mcp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that is offered, as each client sees it. */
public record Catalogue(
        List<ToolSource> toolSources,
        List<ResourceSource> resourceSources,
        List<PromptSource> promptSources) {
    public Catalogue {
        toolSources = List.copyOf(toolSources);
        resourceSources = List.copyOf(resourceSources);
        promptSources = List.copyOf(promptSources);
    }

    /** This and what another offers. */
    public Catalogue with(Catalogue other) {
        return new Catalogue(
                joined(toolSources, other.toolSources),
                joined(resourceSources, other.resourceSources),
                joined(promptSources, other.promptSources));
    }

    private static <T> List<T> joined(List<T> these, List<T> those) {
        return Stream.concat(these.stream(), those.stream()).toList();
    }

    /** What its role lets it call; of two that are called the same, the first. */
    List<Tool> tools(Client client) {
        return toolSources.stream()
                .flatMap(source -> source.tools(client).stream())
                .filter(tool -> client.principal().may(tool.permission()))
                .toList();
    }

    /** One by its name, whether or not its role lets it call that. */
    Optional<Tool> tool(Client client, String name) {
        for (var source : toolSources) {
            var found = source.find(client, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Why it is there and yet not for this client, if that is so. */
    Optional<String> whyHidden(Client client, String name) {
        return toolSources.stream()
                .flatMap(source -> source.whyHidden(client, name).stream())
                .findFirst();
    }

    List<ResourceCard> resources(Client client) {
        return resourceSources.stream()
                .flatMap(source -> source.resources(client).stream())
                .toList();
    }

    List<TemplateCard> templates(Client client) {
        return resourceSources.stream()
                .flatMap(source -> source.templates(client).stream())
                .toList();
    }

    Optional<List<ResourceText>> read(Exchange exchange, String uri) throws Exception {
        for (var source : resourceSources) {
            var read = source.read(exchange, uri);
            if (read.isPresent()) {
                return read;
            }
        }
        return Optional.empty();
    }

    Optional<Watchable> watch(Client client, String uri) {
        return resourceSources.stream()
                .flatMap(source -> source.watch(client, uri).stream())
                .findFirst();
    }

    List<Prompt> prompts(Client client) {
        return promptSources.stream().flatMap(source -> source.prompts(client).stream()).toList();
    }

    Optional<Prompt> prompt(Client client, String name) {
        return prompts(client).stream().filter(prompt -> prompt.name().equals(name)).findFirst();
    }
}
