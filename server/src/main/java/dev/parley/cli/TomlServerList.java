package dev.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Servers as tables of a TOML file; Parley's stands between two comments of its own, at the end.
 */
final class TomlServerList implements ServerList {
    private static final String SERVERS = "mcp_servers";
    private static final String KEY = SERVERS + "." + McpServer.NAME;
    private static final String BEGIN = "# parley: begin (./parley connect codex --remove)\n";
    private static final String END = "# parley: end\n";
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(\n?)" + Pattern.quote(BEGIN) + "(.*?)" + Pattern.quote(END), Pattern.DOTALL);

    /** Our table and those within it, up to the next one with the comments above that. */
    private static final Pattern OURS =
            Pattern.compile(
                    "^\\["
                            + Pattern.quote(KEY)
                            + "[.\\]].*?(?=(?:^[ \t]*(?:#[^\n]*)?\n)*^[ \t]*\\[|\\z)",
                    Pattern.DOTALL | Pattern.MULTILINE);

    private static final TomlMapper TOML = new TomlMapper();

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
        return "["
                + KEY
                + "]\nurl = \""
                + server.url()
                + "\"\nhttp_headers = { \"Authorization\" = \""
                + server.authorization()
                + "\" }\ntool_timeout_sec = 120";
    }

    @Override
    public Optional<McpServer> find() {
        var found = entry(config.read());
        return found.isMissingNode() ? Optional.empty() : Optional.of(own(found));
    }

    private McpServer own(JsonNode found) {
        return McpServer.of(
                        found.path("url").asText(),
                        found.path("http_headers").path("Authorization").asText())
                .orElseThrow(() -> config.foreign(KEY));
    }

    @Override
    public String with(McpServer server) {
        var rest = without();
        if (!entry(rest).isMissingNode()) {
            throw config.foreign(KEY);
        }
        var gap = rest.isEmpty() || rest.endsWith("\n") ? "" : "\n";
        var whole = rest + gap + (rest.isEmpty() ? "" : "\n") + BEGIN + shown(server) + "\n" + END;
        if (!isIn(whole, server)) {
            throw new ParleyException(
                    Problem.CONFLICTING_FIELDS,
                    file()
                            + ": no table can be added to its "
                            + SERVERS
                            + "; write that as tables, ["
                            + SERVERS
                            + ".NAME], first");
        }
        return whole;
    }

    @Override
    public void remove() {
        var rest = without();
        if (!entry(rest).isMissingNode()) {
            throw config.foreign(KEY);
        }
        if (rest.isEmpty()) {
            config.delete();
        } else {
            config.write(rest);
        }
    }

    /** Whoever adds a table to the end of the file may have put it before our closing comment. */
    private String without() {
        return BLOCK.matcher(config.read())
                .replaceFirst(
                        block -> {
                            var others = OURS.matcher(block.group(2)).replaceAll("").stripLeading();
                            var rest = others.isEmpty() ? "" : block.group(1) + others;
                            return Matcher.quoteReplacement(rest);
                        });
    }

    /** What is valid by itself need not be so together: a table in line is closed for good. */
    private static boolean isIn(String text, McpServer server) {
        try {
            return entry(TOML.readTree(text)).path("url").asText().equals(server.url());
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private JsonNode entry(String text) {
        try {
            return entry(TOML.readTree(text));
        } catch (JsonProcessingException e) {
            throw config.broken("TOML", e);
        }
    }

    private static JsonNode entry(JsonNode whole) {
        return whole.path(SERVERS).path(McpServer.NAME);
    }
}
