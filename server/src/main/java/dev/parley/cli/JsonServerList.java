package dev.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Servers as members of an object in a JSON file, comments allowed. */
final class JsonServerList implements ServerList {
    /** A file that is made for the sake of the entry; others keep what they have of nothing. */
    private static final String NONE = "{}\n";

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
        return members().flatMap(text -> text.member(servers, McpServer.NAME)).map(this::own);
    }

    private McpServer own(JsonNode found) {
        return McpServer.of(
                        found.path("url").asText(),
                        found.path("headers").path("Authorization").asText())
                .orElseThrow(() -> config.foreign(servers + "." + McpServer.NAME));
    }

    @Override
    public String with(McpServer server) {
        var text = members().orElseGet(() -> read(NONE));
        return text.put(servers, McpServer.NAME, pretty(entry.apply(server)));
    }

    @Override
    public void remove() {
        members()
                .map(text -> text.remove(servers, McpServer.NAME))
                .ifPresent(
                        rest -> {
                            if (rest.equals(NONE)) {
                                config.delete();
                            } else {
                                config.write(rest);
                            }
                        });
    }

    private Optional<JsonMembers> members() {
        return Optional.of(config.read()).filter(text -> !text.isBlank()).map(this::read);
    }

    /** A file in which the servers have a place, be it that there are none yet. */
    private JsonMembers read(String text) {
        try {
            var whole = JsonMembers.parse(text);
            if (!whole.isObject()) {
                throw config.unfit("it must hold an object");
            }
            var list = whole.path(servers);
            if (!list.isMissingNode() && !list.isObject()) {
                throw config.unfit(servers + " must be an object");
            }
            return new JsonMembers(text);
        } catch (JsonProcessingException e) {
            throw config.broken("JSON", e);
        }
    }

    private static String pretty(ObjectNode json) {
        return json.toPrettyString();
    }
}
