package dev.parley.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.agent.Card;
import dev.parley.host.AcpSpec;
import dev.parley.host.AgentSpec;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.table.AgentTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What stands under {@code agents:}: by name, each with a {@code host} by which the hub runs it.
 */
final class AgentRows {
    private static final List<String> COMMON =
            List.of(
                    "host",
                    "space",
                    "description",
                    "capabilities",
                    "parent",
                    "model",
                    "timeout",
                    "at-once",
                    "retry");
    private static final List<String> COMMAND =
            List.of("command", "args", "resume-args", "env", "session-pattern", "max-output");
    private static final List<String> STDIO =
            List.of(
                    "command",
                    "args",
                    "env",
                    "allow-tools",
                    "max-output-chars",
                    "max-history-turns",
                    "max-history-chars",
                    "max-tool-rounds");
    private static final List<String> ACP =
            List.of("command", "args", "env", "permissions", "idle-seconds", "max-output");
    private static final List<String> HOSTS = List.of("command", "stdio", "acp", "llm");

    private static final Duration TIMEOUT = Duration.ofMinutes(30);
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final long MAX_OUTPUT = 128 << 10;
    private static final int AT_ONCE = 16;
    private static final int MAX_SECONDS = 86_400;

    private AgentRows() {}

    static NamedRows<AgentSpec> read(Row agents) {
        return NamedRows.of(
                agents,
                "agents by name, such as echo: {host: command, command: cat}",
                AgentRows::agent);
    }

    /** One agent, as a row of that name says. */
    static AgentSpec read(String name, JsonNode json, Map<String, String> environment) {
        return agent(name, new Row("agent", json, environment));
    }

    static String words(AgentSpec agent) {
        return agent.resident().name().value() + " (" + agent.means().host() + ")";
    }

    private static AgentSpec agent(String name, Row row) {
        var space = row.text("space");
        var means = means(row);
        return new AgentSpec(
                new AgentTable.Key(
                        space == null ? Space.DEFAULT : new Space(space), new AgentName(name)),
                card(row),
                row.text("model"),
                Objects.requireNonNullElse(row.seconds("timeout", MAX_SECONDS), TIMEOUT),
                Objects.requireNonNullElse(row.value(Rule.between(1, 10_000), "at-once"), AT_ONCE),
                row.flag("retry"),
                means);
    }

    private static Card card(Row row) {
        var parent = row.text("parent");
        return new Card(
                Objects.requireNonNullElse(row.text("description"), ""),
                row.texts("capabilities"),
                parent == null ? null : new AgentName(parent),
                null);
    }

    private static AgentSpec.Means means(Row row) {
        if (!row.json().isObject()) {
            throw Row.wrong(row.at() + " must hold keys and values");
        }
        var host = row.requiredText("host");
        return switch (host) {
            case "acp" -> acp(known(row, ACP));
            case "command" -> command(known(row, COMMAND));
            case "stdio" -> stdio(known(row, STDIO));
            case "llm" -> LlmRow.read(known(row, LlmRow.FIELDS));
            default ->
                    throw Row.wrong(
                            row.at()
                                    + ".host must be one of "
                                    + String.join(", ", HOSTS)
                                    + ", was "
                                    + host);
        };
    }

    private static Row known(Row row, List<String> own) {
        return row.requireKnown(Stream.concat(COMMON.stream(), own.stream()).toList());
    }

    private static AgentSpec.Means acp(Row row) {
        return new AcpSpec(
                row.requiredText("command"),
                row.texts("args"),
                row.secrets("env"),
                Objects.requireNonNullElse(
                        row.word(AcpSpec.Permissions.class, "permissions"),
                        AcpSpec.Permissions.ASK),
                Objects.requireNonNullElse(row.seconds("idle-seconds", MAX_SECONDS), IDLE),
                Math.toIntExact(Objects.requireNonNullElse(row.bytes("max-output"), MAX_OUTPUT)));
    }

    private static AgentSpec.Means command(Row row) {
        return new AgentSpec.Command(
                row.requiredText("command"),
                row.texts("args"),
                row.texts("resume-args"),
                row.secrets("env"),
                pattern(row),
                Math.toIntExact(Objects.requireNonNullElse(row.bytes("max-output"), MAX_OUTPUT)));
    }

    private static AgentSpec.Means stdio(Row row) {
        return new AgentSpec.Stdio(
                row.requiredText("command"),
                row.texts("args"),
                row.secrets("env"),
                row.flag("allow-tools"),
                number(row, "max-output-chars", 12_000),
                number(row, "max-history-turns", 6),
                number(row, "max-history-chars", 24_000),
                number(row, "max-tool-rounds", 3));
    }

    private static int number(Row row, String field, int otherwise) {
        return Objects.requireNonNullElse(row.value(Rule.between(1, 1_000_000), field), otherwise);
    }

    private static @Nullable String pattern(Row row) {
        var text = row.text("session-pattern");
        if (text == null) {
            return null;
        }
        try {
            if (Pattern.compile(text).matcher("").groupCount() > 0) {
                return text;
            }
        } catch (PatternSyntaxException _) {
            // Refused below.
        }
        throw Row.wrong(
                row.at()
                        + ".session-pattern must be a regular expression with a group for the id,"
                        + " such as session: (\\\\S+)");
    }
}
