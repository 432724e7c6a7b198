package dev.parley.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tools of the story: they measure and order a badge that is nowhere but here. */
final class Workbench {
    /** What a common coin cell holds, and what a board takes while its light is off. */
    private static final double CELL_MAH = 220;

    private static final double ASLEEP_MA = 0.05;
    private static final double BLINK_SECONDS = 0.1;

    /** How strong the light is, and how often it blinks. */
    private record Light(double milliamps, double everySeconds) {
        double days() {
            double drawn = milliamps * BLINK_SECONDS / everySeconds + ASLEEP_MA;
            return CELL_MAH / drawn / 24;
        }
    }

    private static final Map<String, Light> LIGHTS =
            Map.of(
                    "bright",
                    new Light(20, 1),
                    "dimmer",
                    new Light(10, 1),
                    "slower",
                    new Light(20, 3));

    private Workbench() {}

    /** What there is to use, as MCP lists it. */
    static ObjectNode tools() {
        var list = Json.object();
        var tools = list.putArray("tools");
        tools.add(
                tool(
                        "check",
                        "Holds a revision of the board against the design rules",
                        "revision"));
        tools.add(tool("simulate", "Says how long a coin cell lasts with such a light", "light"));
        tools.add(tool("order", "Has boards made", "board", "revision", "pieces"));
        return list;
    }

    private static ObjectNode tool(String name, String description, String... arguments) {
        var tool = Json.object().put("name", name).put("description", description);
        var schema = tool.putObject("inputSchema").put("type", "object");
        var properties = schema.putObject("properties");
        var required = schema.putArray("required");
        for (var argument : arguments) {
            properties.putObject(argument).put("type", "string");
            required.add(argument);
        }
        return tool;
    }

    /** What a tool says. */
    static String use(String tool, JsonNode with) {
        return switch (tool) {
            case "check" ->
                    "revision %s passes all 14 design rules".formatted(text(with, "revision"));
            case "simulate" -> simulate(text(with, "light"));
            case "order" ->
                    "%s boards of revision %s are ordered"
                            .formatted(text(with, "pieces"), text(with, "revision"));
            default -> throw new IllegalArgumentException("there is no tool " + tool);
        };
    }

    private static String simulate(String name) {
        var light = LIGHTS.get(name);
        if (light == null) {
            var known = List.of("bright", "dimmer", "slower");
            throw new IllegalArgumentException("the light is one of " + String.join(", ", known));
        }
        return String.format(Locale.ROOT, "a %s light lasts %.1f days", name, light.days());
    }

    private static String text(JsonNode with, String name) {
        return with.path(name).asText();
    }
}
