package dev.parley.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The hub's own MCP door as an agent is told of it. */
final class AcpDoor {
    private static final String NAME = "parley";
    private static final String MAIN = "dev.parley.Main";

    private AcpDoor() {}

    static ObjectNode http(Latchkeys.Latchkey key) {
        var door =
                Json.object().put("type", "http").put("name", NAME).put("url", key.url() + "/mcp");
        door.putArray("headers")
                .addObject()
                .put("name", "Authorization")
                .put("value", "Bearer " + key.pass().secret().value());
        return door;
    }

    /** For those who cannot speak HTTP: {@code parley mcp}, run as this hub is. */
    static ObjectNode stdio(Latchkeys.Latchkey key) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var door = Json.object().put("name", NAME).put("command", java.toString());
        var args = door.putArray("args");
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classes(), MAIN, "mcp")
                .forEach(args::add);
        var env = door.putArray("env");
        key.env(Map.of())
                .forEach((name, value) -> env.addObject().put("name", name).put("value", value));
        return door;
    }

    /** The agent may work in another folder. */
    private static String classes() {
        var path = System.getProperty("java.class.path", "");
        return Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
                .map(one -> Path.of(one).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
