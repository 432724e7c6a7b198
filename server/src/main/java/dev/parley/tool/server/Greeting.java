package dev.parley.tool.server;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;

/** The first words with a server: agrees on what both speak. */
final class Greeting {
    /** Some programs are fetched from elsewhere when they are first run. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private Greeting() {}

    /** Opens a session; a server that has none is asked to introduce itself. */
    static void exchange(Link link) {
        var hello = Json.object().put("protocolVersion", Era.NEWEST_WITH_SESSIONS.version());
        hello.putObject("capabilities");
        hello.set("clientInfo", Era.client());
        switch (link.ask("initialize", hello, PATIENCE, _ -> {})) {
            case Reply.Result(var value) -> {
                var version = value.path("protocolVersion").asText();
                if (!Era.WITH_SESSIONS.contains(version)) {
                    throw refusal("it speaks MCP " + version + ", which the hub does not");
                }
                link.speaks(new Era(version, false));
                link.tell("notifications/initialized", Json.object());
            }
            case Reply.Refusal(var _, var why) -> discover(link, why);
            case Reply.TooLarge _, Reply.Forgotten _ ->
                    throw refusal("it did not answer to initialize");
        }
    }

    private static void discover(Link link, String why) {
        link.speaks(Era.STATELESS);
        var reply = link.ask("server/discover", Json.object(), PATIENCE, _ -> {});
        boolean isUnderstood =
                reply instanceof Reply.Result(var value)
                        && value.path("supportedVersions")
                                .valueStream()
                                .anyMatch(v -> v.asText().equals(Era.STATELESS.version()));
        if (!isUnderstood) {
            throw refusal("it refused initialize: " + why);
        }
    }

    private static ParleyException refusal(String why) {
        return new ParleyException(Problem.TOOL_UNAVAILABLE, why);
    }
}
