package dev.parley.mcp.conformance;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.mcp.Content;
import dev.parley.mcp.LogLevel;
import dev.parley.mcp.Offers;
import dev.parley.mcp.Schema;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import java.util.List;

/** Tools that ask nobody anything. */
final class PlainTools {
    /** The suite wants to see that messages arrive one by one. */
    private static final long PAUSE_MILLIS = 50;

    private static final int MOST_PAUSES = 1_000;

    private static final Schema WIDE =
            Schema.of(
                    """
                    {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
                     "$defs":{"address":{"$anchor":"addressDef","type":"object",
                       "properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
                     "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
                       "contactMethod":{"type":"string","enum":["phone","email"]},
                       "phone":{"type":"string"},"email":{"type":"string"}},
                     "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
                     "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
                     "then":{"required":["phone"]},"else":{"required":["email"]},
                     "additionalProperties":false}
                    """);

    private static final Schema MIRRORED =
            Schema.of(
                    """
                    {"type":"object","properties":{
                      "region":{"type":"string","x-mcp-header":"Region"},
                      "count":{"type":"integer","x-mcp-header":"Count"},
                      "urgent":{"type":"boolean","x-mcp-header":"Urgent"},
                      "query":{"type":"string"}}}
                    """);

    private final Offers offers;
    private final Watched watched;

    PlainTools(Offers offers, Watched watched) {
        this.offers = offers;
        this.watched = watched;
    }

    List<Tool> all() {
        return List.of(
                new Fixture(
                        "test_simple_text",
                        _ -> ToolResult.text("This is a simple text response for testing.")),
                new Fixture("test_image_content", _ -> ToolResult.of(Samples.IMAGE)),
                new Fixture("test_audio_content", _ -> ToolResult.of(Samples.AUDIO)),
                new Fixture("test_embedded_resource", _ -> ToolResult.of(embedded())),
                new Fixture("test_multiple_content_types", _ -> mixed()),
                new Fixture("test_tool_with_logging", PlainTools::logging),
                new Fixture("test_logging_tool", PlainTools::logging),
                new Fixture("test_tool_with_progress", PlainTools::progress),
                new Fixture(
                        "test_error_handling",
                        _ ->
                                ToolResult.error(
                                        "This tool intentionally returns an error for testing")),
                new Fixture("json_schema_2020_12_tool", WIDE, _ -> ToolResult.text("It fits.")),
                new Fixture("test_mirrored_headers", MIRRORED, _ -> ToolResult.text("They agree.")),
                new Fixture("test_touch_watched_resource", _ -> touched()),
                new Fixture("test_until_cancelled", this::untilCancelled),
                new Fixture("test_trigger_tool_change", _ -> changed(Offers.Kind.TOOLS)),
                new Fixture("test_trigger_prompt_change", _ -> changed(Offers.Kind.PROMPTS)));
    }

    private static Content embedded() {
        return Samples.embedded(
                "test://embedded-resource", "text/plain", "This is an embedded resource content.");
    }

    private static ToolResult mixed() {
        return ToolResult.of(
                Content.text("Multiple content types test:"),
                Samples.IMAGE,
                Samples.embedded(
                        "test://mixed-content-resource",
                        "application/json",
                        "{\"test\":\"data\",\"value\":123}"));
    }

    private static ToolResult logging(ToolCall call) throws InterruptedException {
        for (var line :
                List.of(
                        "Tool execution started",
                        "Tool processing data",
                        "Tool execution completed")) {
            call.exchange().log(LogLevel.INFO, TextNode.valueOf(line));
            Thread.sleep(PAUSE_MILLIS);
        }
        return ToolResult.text("Three lines were logged.");
    }

    private static ToolResult progress(ToolCall call) throws InterruptedException {
        for (int done = 0; done <= 100; done += 50) {
            call.progress(done, 100.0, "step " + done);
            Thread.sleep(PAUSE_MILLIS);
        }
        return ToolResult.text("All steps are done.");
    }

    private ToolResult touched() {
        watched.touch();
        return ToolResult.text("The watched resource has changed.");
    }

    /** Whoever watches sees that the end was noticed. */
    private ToolResult untilCancelled(ToolCall call) throws InterruptedException {
        for (int waited = 0; waited < MOST_PAUSES && !call.isCancelled(); waited++) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return touched();
    }

    private ToolResult changed(Offers.Kind kind) {
        offers.changed(kind);
        return ToolResult.text("The list has changed.");
    }
}
