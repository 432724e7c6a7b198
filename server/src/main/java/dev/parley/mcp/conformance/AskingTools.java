package dev.parley.mcp.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.mcp.Input;
import dev.parley.mcp.Schema;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.codec.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tools that ask the client for something. */
final class AskingTools {
    private static final Schema MESSAGE = required("message");
    private static final Schema PROMPT = required("prompt");

    private static final String USER =
            """
            {"type":"object","properties":{
              "username":{"type":"string","description":"User's response"},
              "email":{"type":"string","description":"User's email address"}},
             "required":["username","email"]}
            """;

    private static final String DEFAULTS =
            """
            {"type":"object","properties":{
              "name":{"type":"string","default":"John Doe"},
              "age":{"type":"integer","default":30},
              "score":{"type":"number","default":95.5},
              "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
              "verified":{"type":"boolean","default":true}}}
            """;

    private static final String ENUMS =
            """
            {"type":"object","properties":{
              "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
              "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
                {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
              "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
                "enumNames":["Option One","Option Two","Option Three"]},
              "untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
              "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},
                {"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}
            """;

    private static final Input NAME = form("What is your name?", text("name"));

    private AskingTools() {}

    static List<Tool> all() {
        return List.of(
                new Fixture("test_sampling", PROMPT, AskingTools::sample),
                new Fixture(
                        "test_elicitation",
                        MESSAGE,
                        call ->
                                told(
                                        call,
                                        form(argument(call, "message"), USER),
                                        "User response: ")),
                new Fixture(
                        "test_elicitation_sep1034_defaults",
                        call -> completed(call, form("Check these values", DEFAULTS))),
                new Fixture(
                        "test_elicitation_sep1330_enums",
                        call -> completed(call, form("Choose", ENUMS))),
                new Fixture(
                        "test_missing_capability",
                        call -> completed(call, sampling("Say something", 10))),
                new Fixture("test_streaming_elicitation", AskingTools::streamed),
                new Fixture("test_input_required_result_elicitation", AskingTools::greet),
                new Fixture(
                        "test_input_required_result_sampling",
                        call ->
                                answered(
                                        call,
                                        "capital_question",
                                        sampling("What is the capital of France?", 100))),
                new Fixture(
                        "test_input_required_result_list_roots",
                        call -> answered(call, "client_roots", Input.roots())),
                new Fixture("test_input_required_result_request_state", AskingTools::confirm),
                new Fixture("test_input_required_result_tampered_state", AskingTools::confirm),
                new Fixture("test_input_required_result_multiple_inputs", AskingTools::three),
                new Fixture("test_input_required_result_multi_round", AskingTools::twoRounds),
                new Fixture("test_input_required_result_capabilities", AskingTools::whatItCan));
    }

    private static Schema required(String field) {
        return Schema.of(text(field));
    }

    private static String text(String field) {
        return property(field, "string");
    }

    private static String property(String field, String type) {
        return """
               {"type":"object","properties":{"%s":{"type":"%s"}},"required":["%s"]}
               """
                .formatted(field, type, field);
    }

    static Input form(String message, String schema) {
        return Input.elicitation(message, Json.parseObject(schema));
    }

    private static Input sampling(String words, int maxTokens) {
        var params = Json.object();
        params.putArray("messages")
                .addObject()
                .put("role", "user")
                .putObject("content")
                .put("type", "text")
                .put("text", words);
        return Input.sampling(params.put("maxTokens", maxTokens));
    }

    private static String argument(ToolCall call, String name) {
        return call.arguments().path(name).asText();
    }

    private static ObjectNode ask(ToolCall call, String key, Input input)
            throws InterruptedException {
        return call.exchange().ask(Map.of(key, input)).getOrDefault(key, Json.object());
    }

    private static ToolResult answered(ToolCall call, String key, Input input)
            throws InterruptedException {
        return ToolResult.text("The client says " + ask(call, key, input));
    }

    private static ToolResult told(ToolCall call, Input input, String words)
            throws InterruptedException {
        var answer = ask(call, "question", input);
        return ToolResult.text(
                words
                        + "action="
                        + answer.path("action").asText()
                        + ", content="
                        + answer.path("content"));
    }

    private static ToolResult completed(ToolCall call, Input input) throws InterruptedException {
        return told(call, input, "Elicitation completed: ");
    }

    private static ToolResult sample(ToolCall call) throws InterruptedException {
        var answer = ask(call, "prompt", sampling(argument(call, "prompt"), 100));
        return ToolResult.text("LLM response: " + answer.path("content").path("text").asText());
    }

    private static ToolResult streamed(ToolCall call) throws InterruptedException {
        call.progress(1, 2.0, "about to ask");
        return greet(call);
    }

    private static ToolResult greet(ToolCall call) throws InterruptedException {
        var answer = ask(call, "user_name", NAME);
        return ToolResult.text("Hello, " + answer.path("content").path("name").asText() + "!");
    }

    private static ToolResult confirm(ToolCall call) throws InterruptedException {
        ask(call, "confirm", form("Please confirm", property("ok", "boolean")));
        return ToolResult.text("state-ok");
    }

    private static ToolResult three(ToolCall call) throws InterruptedException {
        var wanted = new LinkedHashMap<String, Input>();
        wanted.put("user_name", NAME);
        wanted.put("greeting", sampling("Generate a greeting", 50));
        wanted.put("client_roots", Input.roots());
        return ToolResult.text("The client says " + call.exchange().ask(wanted));
    }

    private static ToolResult twoRounds(ToolCall call) throws InterruptedException {
        var name = ask(call, "step1", form("Step 1: What is your name?", text("name")));
        var color = ask(call, "step2", form("Step 2: What is your favorite color?", text("color")));
        return ToolResult.text(
                name.path("content").path("name").asText()
                        + " likes "
                        + color.path("content").path("color").asText());
    }

    private static ToolResult whatItCan(ToolCall call) throws InterruptedException {
        var wanted = new LinkedHashMap<String, Input>();
        if (call.client().can("elicitation")) {
            wanted.put("user_name", NAME);
        }
        if (call.client().can("sampling")) {
            wanted.put("greeting", sampling("Generate a greeting", 50));
        }
        return ToolResult.text("The client says " + call.exchange().ask(wanted));
    }
}
