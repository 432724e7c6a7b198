package dev.parley.config;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Space;
import dev.parley.tool.Policy;
import dev.parley.tool.server.Approval;
import dev.parley.tool.server.Reach;
import dev.parley.tool.server.ServerSpec;
import dev.parley.tool.server.ServerSpec.Rules;
import dev.parley.tool.server.ToolClass;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What stands under {@code tools:}: {@code servers} by name, each a {@code command} or a {@code
 * url}, and {@code agents} whose tools are narrowed.
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

    private static final int MAX_SECONDS = 3_600;

    private final List<ServerSpec> servers = new ArrayList<>();
    private final Map<String, Policy.Narrowing> agents = new HashMap<>();
    private final List<String> errors = new ArrayList<>();

    private ToolRows() {}

    static ToolRows read(Row tools) {
        var read = new ToolRows();
        if (!tools.json().isNull()) {
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

    private void all(Row tools) {
        tools.requireKnown(List.of("servers", "agents"));
        tools.row("servers")
                .rows()
                .forEach((name, row) -> attempt(() -> servers.add(server(name, row))));
        tools.row("agents")
                .rows()
                .forEach((name, row) -> attempt(() -> agents.put(name, narrowing(row))));
    }

    private static Policy.Narrowing narrowing(Row row) {
        row.requireKnown(List.of("allow", "deny"));
        return new Policy.Narrowing(row.texts("allow"), row.texts("deny"));
    }

    private static ServerSpec server(String name, Row row) {
        if (!NAME.matcher(name).matches()) {
            throw Row.wrong(row.at() + " must be named by small letters, digits and - alone");
        }
        row.requireKnown(SERVER);
        var own = new HashMap<String, Rules>();
        row.row("tools")
                .rows()
                .forEach((tool, one) -> own.put(tool, rules(one.requireKnown(TOOL))));
        var spaces = row.texts("spaces");
        return new ServerSpec(
                name,
                reach(row),
                rules(row),
                own,
                row.flag("trust-hints"),
                spaces.isEmpty()
                        ? Set.of(Space.DEFAULT)
                        : spaces.stream().map(Space::new).collect(Collectors.toSet()));
    }

    private static Reach reach(Row row) {
        if (row.has("command") == row.has("url")) {
            throw Row.wrong(row.at() + " must have either a command or a url");
        }
        if (row.has("url")) {
            row.refuse(List.of("args", "env", "cwd"), "url");
            return new Reach.Http(row.url("url"), headers(row));
        }
        row.refuse(List.of("headers"), "command");
        return new Reach.Stdio(
                Objects.requireNonNull(row.text("command")),
                row.texts("args"),
                row.secrets("env"),
                row.has("cwd") ? Path.of(row.requiredText("cwd")).toAbsolutePath() : null);
    }

    /** A secret from a file often ends with a line's end; what else cannot be sent is refused. */
    private static Map<String, String> headers(Row row) {
        var headers = new HashMap<String, String>();
        row.secrets("headers").forEach((name, value) -> headers.put(name, value.strip()));
        headers.forEach(
                (name, value) -> {
                    try {
                        HttpRequest.newBuilder().header(name, value);
                    } catch (IllegalArgumentException _) {
                        throw Row.wrong(
                                row.at()
                                        + ".headers."
                                        + name
                                        + " cannot be sent: its name or its value is none that a"
                                        + " header may have");
                    }
                });
        return headers;
    }

    private static Rules rules(Row row) {
        return new Rules(
                row.word(ToolClass.class, "class"),
                row.word(Approval.class, "approval"),
                row.seconds("timeout", MAX_SECONDS),
                row.bytes("max-output"));
    }
}
