package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Incidents;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.ProblemJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What both eras understand alike. */
final class Methods {
    /** Those that do something of which nobody knows how long it takes. */
    private static final Set<String> WORK = Set.of("tools/call", "resources/read", "prompts/get");

    /** Where the result of a tool tells programs what went wrong. */
    static final String PROBLEM = "dev.parley/problem";

    private static final int MOST_COMPLETIONS = 100;

    private final Catalogue catalogue;
    private final Incidents incidents;

    Methods(Catalogue catalogue, Incidents incidents) {
        this.catalogue = catalogue;
        this.incidents = incidents;
    }

    static boolean isWork(String method) {
        return WORK.contains(method);
    }

    ObjectNode run(String method, ObjectNode params, Exchange exchange) throws Exception {
        var client = exchange.client();
        return switch (method) {
            case "tools/list" -> list("tools", cards(client), params, Function.identity());
            case "tools/call" -> call(params, exchange);
            case "resources/list" ->
                    list("resources", catalogue.resources(client), params, ResourceCard::json);
            case "resources/templates/list" ->
                    list(
                            "resourceTemplates",
                            catalogue.templates(client),
                            params,
                            TemplateCard::json);
            case "resources/read" -> read(params, exchange);
            case "prompts/list" ->
                    list("prompts", catalogue.prompts(client), params, Methods::shown);
            case "prompts/get" -> prompt(params, exchange);
            case "completion/complete" -> complete(params, client);
            default ->
                    throw new ParleyException(
                            Problem.UNKNOWN_METHOD, "Method not found: " + Names.quote(method));
        };
    }

    private static <T> ObjectNode list(
            String field, List<T> all, ObjectNode params, Function<T, ObjectNode> shown) {
        return Page.of(all, params).json(field, shown);
    }

    /** Whoever describes one tool wrongly hides no other. */
    private List<ObjectNode> cards(Client client) {
        var cards = new ArrayList<ObjectNode>();
        for (var tool : catalogue.tools(client)) {
            try {
                cards.add(shown(tool, client));
            } catch (RuntimeException unreadable) {
                var _ = incidents.report("tools/list", tool.name(), unreadable);
            }
        }
        return cards;
    }

    private static ObjectNode shown(Tool tool, Client client) {
        var json =
                Json.object()
                        .put("name", tool.name())
                        .put("title", tool.title())
                        .put("description", tool.description(client));
        json.set("inputSchema", tool.input().json());
        tool.output().ifPresent(schema -> json.set("outputSchema", schema.json()));
        json.set("annotations", tool.hints().json());
        return json;
    }

    private static ObjectNode shown(Prompt prompt) {
        var json =
                Json.object()
                        .put("name", prompt.name())
                        .put("title", prompt.title())
                        .put("description", prompt.description());
        var arguments = json.putArray("arguments");
        prompt.arguments().forEach(argument -> arguments.add(argument.json()));
        return json;
    }

    private ObjectNode call(ObjectNode params, Exchange exchange) throws InterruptedException {
        var name = text(params, "name");
        var tool =
                catalogue
                        .tool(exchange.client(), name)
                        .orElseThrow(() -> unknown(exchange.client(), name));
        var arguments = object(params, "arguments");
        try {
            exchange.client().principal().require(tool.permission());
            var complaints = tool.complaints(arguments);
            if (!complaints.isEmpty()) {
                throw bad("the arguments do not fit: " + String.join("; ", complaints));
            }
            return tool.call(new ToolCall(exchange, arguments)).json();
        } catch (ParleyException refused) {
            if (refused.problem() == Problem.MISSING_CAPABILITY) {
                throw refused;
            }
            exchange.refused(refused);
            return failed(tool, refused);
        } catch (NeedInput | InterruptedException asked) {
            throw asked;
        } catch (Exception bug) {
            return failed(tool, incidents.report("tools/call", tool.name(), bug));
        }
    }

    private ParleyException unknown(Client client, String name) {
        return bad(
                "Unknown tool: "
                        + Names.quote(name)
                        + "; "
                        + catalogue
                                .whyHidden(client, name)
                                .orElse("tools/list shows those there are"));
    }

    /** Clients hold whatever is structured against the schema, problems too. */
    private static ObjectNode failed(Tool tool, ParleyException problem) {
        var facts = ProblemJson.write(problem).remove(List.of("type", "status", "error"));
        var words = words(problem);
        var json = ToolResult.error(words).json();
        if (tool.output().isEmpty()) {
            json.set("structuredContent", facts);
        }
        json.putObject("_meta").set(PROBLEM, facts);
        return json;
    }

    /** The title of one of them is what HTTP has always answered. */
    private static String words(ParleyException problem) {
        return problem.problem() == Problem.SELF_SEND
                ? "you cannot send to yourself, nor to your own session"
                : problem.problem().title() + ": " + problem.detail();
    }

    private ObjectNode read(ObjectNode params, Exchange exchange) throws Exception {
        var uri = text(params, "uri");
        var read =
                catalogue
                        .read(exchange, uri)
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.NOT_FOUND,
                                                "Resource not found: " + Names.quote(uri),
                                                Map.of("uri", uri)));
        var json = Json.object();
        var contents = json.putArray("contents");
        read.forEach(text -> contents.add(text.json()));
        return json;
    }

    private ObjectNode prompt(ObjectNode params, Exchange exchange) throws Exception {
        var prompt = prompt(text(params, "name"), exchange.client());
        var given = object(params, "arguments");
        var arguments = new HashMap<String, String>();
        given.properties()
                .forEach(field -> arguments.put(field.getKey(), field.getValue().asText()));
        for (var argument : prompt.arguments()) {
            if (argument.required() && !arguments.containsKey(argument.name())) {
                throw bad("the prompt needs the argument " + argument.name());
            }
        }
        return prompt.get(exchange, Map.copyOf(arguments)).json();
    }

    private Prompt prompt(String name, Client client) {
        return catalogue
                .prompt(client, name)
                .orElseThrow(() -> bad("Unknown prompt: " + Names.quote(name)));
    }

    private ObjectNode complete(ObjectNode params, Client client) {
        var ref = object(params, "ref");
        var argument = object(params, "argument");
        var found =
                ref.path("type").asText().equals("ref/prompt")
                        ? prompt(text(ref, "name"), client)
                                .complete(client, text(argument, "name"), text(argument, "value"))
                        : List.<String>of();
        var json = Json.object();
        var completion = json.putObject("completion");
        var values = completion.putArray("values");
        found.stream().limit(MOST_COMPLETIONS).forEach(values::add);
        completion.put("total", found.size()).put("hasMore", found.size() > MOST_COMPLETIONS);
        return json;
    }

    static String text(ObjectNode params, String field) {
        var value = params.get(field);
        if (value == null || !value.isTextual()) {
            throw bad("params." + field + " must be a string");
        }
        return value.textValue();
    }

    private static ObjectNode object(ObjectNode params, String field) {
        var value = params.get(field);
        if (value == null || value.isNull()) {
            return Json.object();
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw bad("params." + field + " must be an object");
    }

    static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
