package dev.parley.mcp.conformance;

import dev.parley.mcp.Client;
import dev.parley.mcp.Content;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.Prompt;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Prompts that the suite gets by their names. */
final class Prompts {
    private static final Gap ARG1 = new Gap("arg1", "First test argument");
    private static final Gap ARG2 = new Gap("arg2", "Second test argument");

    private Prompts() {}

    /** What a gap is called, and what for. */
    private record Gap(String name, String description) {}

    @FunctionalInterface
    private interface Says {
        List<Content> with(Exchange exchange, Map<String, String> arguments) throws Exception;
    }

    private record Fixed(String name, List<Gap> gaps, Says says) implements Prompt {
        @Override
        public String title() {
            return name;
        }

        @Override
        public String description() {
            return "A fixture of the MCP conformance suite.";
        }

        @Override
        public List<Prompt.Argument> arguments() {
            return gaps.stream()
                    .map(gap -> new Prompt.Argument(gap.name, gap.description, true))
                    .toList();
        }

        @Override
        public Said get(Exchange exchange, Map<String, String> arguments) throws Exception {
            var turns =
                    says.with(exchange, arguments).stream()
                            .map(content -> new Turn("user", content))
                            .toList();
            return new Said(description(), turns);
        }

        @Override
        public List<String> complete(Client client, String argument, String typed) {
            return Stream.of("paris", "park", "party")
                    .filter(word -> word.startsWith(typed))
                    .toList();
        }
    }

    static List<Prompt> all() {
        return List.of(
                new Fixed(
                        "test_simple_prompt",
                        List.of(),
                        (_, _) -> List.of(Content.text("This is a simple prompt for testing."))),
                new Fixed(
                        "test_prompt_with_arguments",
                        List.of(ARG1, ARG2),
                        (_, given) ->
                                List.of(
                                        Content.text(
                                                "Prompt with arguments: arg1='%s', arg2='%s'"
                                                        .formatted(
                                                                given.get("arg1"),
                                                                given.get("arg2"))))),
                new Fixed(
                        "test_prompt_with_embedded_resource",
                        List.of(new Gap("resourceUri", "URI of the resource to embed")),
                        (_, given) ->
                                List.of(
                                        Samples.embedded(
                                                given.getOrDefault("resourceUri", ""),
                                                "text/plain",
                                                "Embedded resource content for testing."),
                                        Content.text(
                                                "Please process the embedded resource above."))),
                new Fixed(
                        "test_prompt_with_image",
                        List.of(),
                        (_, _) ->
                                List.of(
                                        Samples.IMAGE,
                                        Content.text("Please analyze the image above."))),
                new Fixed("test_input_required_result_prompt", List.of(), (to, _) -> asked(to)));
    }

    private static List<Content> asked(Exchange exchange) throws InterruptedException {
        var question =
                AskingTools.form(
                        "What context should the prompt use?",
                        """
                        {"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}
                        """);
        var answers = exchange.ask(Map.of("user_context", question));
        return List.of(Content.text("The context is " + answers.get("user_context")));
    }
}
