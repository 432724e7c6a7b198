package dev.parley.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.tool.Policy;
import dev.parley.tool.server.Approval;
import dev.parley.tool.server.Reach;
import dev.parley.tool.server.ServerSpec;
import dev.parley.tool.server.ServerSpec.Rules;
import dev.parley.tool.server.ToolClass;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What stands under {@code tools:}: {@code servers} by name, each a {@code command} or a {@code
 * url}, and {@code agents} whose tools are narrowed. {@code ${NAME}} in a secret place stands for a
 * variable of the hub's environment.
 */
final class ToolRows {
    private static final List<String> SERVER =
            List.of(
                    "command",
                    "args",
                    "env",
                    "cwd",
                    "url",
                    "headers",
                    "class",
                    "approval",
                    "timeout",
                    "max-output",
                    "trust-hints",
                    "spaces",
                    "tools");
    private static final List<String> TOOL = List.of("class", "approval", "timeout", "max-output");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Rule<Integer> SECONDS = Rule.between(1, 3_600);
    private static final Rule<Long> BYTES = Rule.bytes(1 << 10, 64L << 20);

    private final Map<String, String> environment;
    private final List<ServerSpec> servers = new ArrayList<>();
    private final Map<String, Policy.Narrowing> agents = new HashMap<>();
    private final List<String> errors = new ArrayList<>();

    private ToolRows(Map<String, String> environment) {
        this.environment = environment;
    }

    static ToolRows read(JsonNode tools, Map<String, String> environment) {
        var read = new ToolRows(environment);
        if (!tools.isNull()) {
            read.attempt(() -> read.all(tools));
        }
        return read;
    }

    List<ServerSpec> servers() {
        return servers;
    }

    Policy policy() {
        return new Policy(agents);
    }

    List<String> errors() {
        return errors;
    }

    /** Without what may be a secret. */
    String words() {
        return servers.stream()
                .map(server -> server.name() + " (" + server.reach() + ")")
                .collect(Collectors.joining(", "));
    }

    private void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (ParleyException e) {
            errors.add(e.detail());
        }
    }

    private void all(JsonNode tools) {
        requireKnown("tools", tools, List.of("servers", "agents"));
        tools.path("servers")
                .properties()
                .forEach(row -> attempt(() -> servers.add(server(row.getKey(), row.getValue()))));
        tools.path("agents")
                .properties()
                .forEach(
                        row ->
                                attempt(
                                        () ->
                                                agents.put(
                                                        row.getKey(),
                                                        narrowing(row.getKey(), row.getValue()))));
    }

    private static Policy.Narrowing narrowing(String agent, JsonNode row) {
        var at = "tools.agents." + agent;
        requireKnown(at, row, List.of("allow", "deny"));
        return new Policy.Narrowing(
                texts(at + ".allow", row.path("allow")), texts(at + ".deny", row.path("deny")));
    }

    private ServerSpec server(String name, JsonNode row) {
        var at = "tools.servers." + name;
        if (!NAME.matcher(name).matches()) {
            throw wrong(at + " must be named by small letters, digits and - alone");
        }
        requireKnown(at, row, SERVER);
        var own = new HashMap<String, Rules>();
        row.path("tools")
                .properties()
                .forEach(
                        tool -> {
                            var here = at + ".tools." + tool.getKey();
                            requireKnown(here, tool.getValue(), TOOL);
                            own.put(tool.getKey(), rules(here, tool.getValue()));
                        });
        var spaces = texts(at + ".spaces", row.path("spaces"));
        return new ServerSpec(
                name,
                reach(at, row),
                rules(at, row),
                own,
                flag(at + ".trust-hints", row.path("trust-hints")),
                spaces.isEmpty()
                        ? Set.of(Space.DEFAULT)
                        : spaces.stream().map(Space::new).collect(Collectors.toSet()));
    }

    private Reach reach(String at, JsonNode row) {
        if (row.has("command") == row.has("url")) {
            throw wrong(at + " must have either a command or a url");
        }
        if (row.has("url")) {
            refuse(at, row, List.of("args", "env", "cwd"), "url");
            return new Reach.Http(
                    url(at + ".url", expanded(at + ".url", row.path("url").asText())),
                    secrets(at + ".headers", row.path("headers")));
        }
        refuse(at, row, List.of("headers"), "command");
        return new Reach.Stdio(
                row.path("command").asText(),
                texts(at + ".args", row.path("args")),
                secrets(at + ".env", row.path("env")),
                row.has("cwd") ? Path.of(row.path("cwd").asText()).toAbsolutePath() : null);
    }

    private static void refuse(String at, JsonNode row, List<String> fields, String because) {
        for (var field : fields) {
            if (row.has(field)) {
                throw wrong(at + "." + field + " does not go with a " + because);
            }
        }
    }

    private static URI url(String at, String text) {
        try {
            var url = URI.create(text);
            if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // Refused below.
        }
        throw wrong(at + " must be an http or https address");
    }

    private static Rules rules(String at, JsonNode row) {
        return new Rules(
                word(ToolClass.class, at + ".class", row.path("class")),
                word(Approval.class, at + ".approval", row.path("approval")),
                row.has("timeout")
                        ? Duration.ofSeconds(value(SECONDS, at + ".timeout", row.path("timeout")))
                        : null,
                row.has("max-output")
                        ? value(BYTES, at + ".max-output", row.path("max-output"))
                        : null);
    }

    private static <T> T value(Rule<T> rule, String at, JsonNode value) {
        return rule.read()
                .apply(value.asText())
                .filter(rule.allows())
                .orElseThrow(() -> wrong(at + " " + rule.must() + ", was " + value.asText()));
    }

    private static <E extends Enum<E>> @Nullable E word(Class<E> type, String at, JsonNode value) {
        return value.isMissingNode() ? null : Wire.read(type, at, value.asText());
    }

    private static boolean flag(String at, JsonNode value) {
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw wrong(at + " must be true or false, was " + value);
        }
        return value.booleanValue();
    }

    private static List<String> texts(String at, JsonNode list) {
        if (!list.isMissingNode() && !list.isArray()) {
            throw wrong(at + " must be a list");
        }
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private Map<String, String> secrets(String at, JsonNode row) {
        var all = new HashMap<String, String>();
        row.properties()
                .forEach(
                        one ->
                                all.put(
                                        one.getKey(),
                                        expanded(
                                                at + "." + one.getKey(), one.getValue().asText())));
        return all;
    }

    /** The text with each variable's value; the value itself is never repeated in a complaint. */
    private String expanded(String at, String text) {
        return VARIABLE.matcher(text)
                .replaceAll(
                        found -> {
                            var value = environment.get(found.group(1));
                            if (value == null) {
                                throw wrong(
                                        at
                                                + " names the variable "
                                                + found.group(1)
                                                + ", which the hub's environment does not have");
                            }
                            return Matcher.quoteReplacement(value);
                        });
    }

    private static void requireKnown(String at, JsonNode row, List<String> fields) {
        if (!row.isObject()) {
            throw wrong(at + " must hold keys and values");
        }
        row.propertyStream()
                .map(Map.Entry::getKey)
                .filter(field -> !fields.contains(field))
                .findFirst()
                .ifPresent(
                        field -> {
                            throw wrong(
                                    at
                                            + "."
                                            + field
                                            + " is not known"
                                            + NearMiss.hint(field, fields));
                        });
    }

    private static ParleyException wrong(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
