package dev.parley.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Servers as members of an object in a JSON file, comments allowed. */
final class JsonServerList implements ServerList {
    private final ConfigText config;
    private final String servers;
    private final Function<McpServer, ObjectNode> entry;

    /** The member {@code servers} of the file holds them; an entry looks like {@code entry}. */
    JsonServerList(Path file, String servers, Function<McpServer, ObjectNode> entry) {
        this.config = new ConfigText(file);
        this.servers = servers;
        this.entry = entry;
    }

    @Override
    public Path file() {
        return config.file();
    }

    @Override
    public String shown(McpServer server) {
        var whole = Json.object();
        whole.putObject(servers).set(McpServer.NAME, entry.apply(server));
        return pretty(whole);
    }

    @Override
    public Optional<McpServer> find() {
        return members()
                .flatMap(text -> text.member(servers, McpServer.NAME))
                .map(JsonMembers::parse)
                .map(
                        found ->
                                McpServer.of(
                                        found.path("url").asText(),
                                        found.path("headers").path("Authorization").asText()));
    }

    @Override
    public void put(McpServer server) {
        var text = members().orElseGet(() -> new JsonMembers("{}\n"));
        var whole = entry.apply(server);
        config.write(text.put(servers, McpServer.NAME, pretty(whole)));
    }

    @Override
    public void remove() {
        members()
                .filter(text -> text.member(servers, McpServer.NAME).isPresent())
                .map(text -> text.remove(servers, McpServer.NAME))
                .ifPresent(
                        rest -> {
                            if (rest.strip().equals("{}")) {
                                config.delete();
                            } else {
                                config.write(rest);
                            }
                        });
    }

    private Optional<JsonMembers> members() {
        try {
            return Optional.of(config.read()).filter(text -> !text.isBlank()).map(JsonMembers::new);
        } catch (ParleyException e) {
            throw new ParleyException(
                    Problem.BAD_JSON,
                    file() + " is no JSON: " + e.detail() + "; nothing was changed",
                    e);
        }
    }

    private static String pretty(ObjectNode json) {
        return json.toPrettyString();
    }
}
