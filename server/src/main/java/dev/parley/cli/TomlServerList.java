package dev.parley.cli;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Servers as tables of a TOML file; Parley's stands between two comments of its own, at the end.
 */
final class TomlServerList implements ServerList {
    private static final String BEGIN = "# parley: begin (./parley connect codex --remove)\n";
    private static final String END = "# parley: end\n";
    private static final String TABLE = "[mcp_servers." + McpServer.NAME + "]";
    private static final Pattern BLOCK =
            Pattern.compile(
                    "\n?" + Pattern.quote(BEGIN) + "(.*?)" + Pattern.quote(END), Pattern.DOTALL);
    private static final Pattern URL = Pattern.compile("^url = \"([^\"]*)\"", Pattern.MULTILINE);
    private static final Pattern AUTHORIZATION =
            Pattern.compile("\"Authorization\" = \"([^\"]*)\"");

    private final ConfigText config;

    TomlServerList(Path file) {
        this.config = new ConfigText(file);
    }

    @Override
    public Path file() {
        return config.file();
    }

    @Override
    public String shown(McpServer server) {
        return TABLE
                + "\nurl = \""
                + server.url()
                + "\"\nhttp_headers = { \"Authorization\" = \""
                + server.authorization()
                + "\" }\ntool_timeout_sec = 120";
    }

    @Override
    public Optional<McpServer> find() {
        var block = BLOCK.matcher(config.read());
        if (!block.find()) {
            return Optional.empty();
        }
        var url = URL.matcher(block.group(1));
        var authorization = AUTHORIZATION.matcher(block.group(1));
        return url.find() && authorization.find()
                ? Optional.of(McpServer.of(url.group(1), authorization.group(1)))
                : Optional.empty();
    }

    @Override
    public void put(McpServer server) {
        var rest = without();
        if (rest.contains(TABLE)) {
            throw new ParleyException(
                    Problem.CONFLICTING_FIELDS,
                    file() + " has a " + TABLE + " that somebody else wrote; take it out first");
        }
        var gap = rest.isEmpty() || rest.endsWith("\n") ? "" : "\n";
        config.write(
                rest + gap + (rest.isEmpty() ? "" : "\n") + BEGIN + shown(server) + "\n" + END);
    }

    @Override
    public void remove() {
        if (BLOCK.matcher(config.read()).find()) {
            var rest = without();
            if (rest.isBlank()) {
                config.delete();
            } else {
                config.write(rest);
            }
        }
    }

    private String without() {
        return BLOCK.matcher(config.read()).replaceFirst("");
    }
}
