package dev.parley.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.cli.Shell;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code parley demo-tools}: the workbench as a tool server over standard input and output. */
@Command(
        name = "demo-tools",
        hidden = true,
        description = "The tools of ./parley serve --demo, which runs this by itself.")
public final class DemoTools implements Callable<Integer> {
    private static final int UNKNOWN_METHOD = -32601;
    private static final int BAD_PARAMS = -32602;

    private final Shell shell;

    public DemoTools(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        var in = new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var message = Json.parse(line);
            if (message.has("id")) {
                shell.print(Json.write(answer(message)));
            }
        }
        return 0;
    }

    private static ObjectNode answer(JsonNode message) {
        var answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        var params = message.path("params");
        switch (message.path("method").asText()) {
            case "initialize" -> answer.set("result", greeting(params));
            case "ping" -> answer.putObject("result");
            case "tools/list" -> answer.set("result", Workbench.tools());
            case "tools/call" -> call(params, answer);
            default -> refuse(answer, UNKNOWN_METHOD, "there is no such method");
        }
        return answer;
    }

    private static ObjectNode greeting(JsonNode params) {
        var greeting =
                Json.object().put("protocolVersion", params.path("protocolVersion").asText());
        greeting.putObject("capabilities").putObject("tools");
        greeting.putObject("serverInfo").put("name", "workbench").put("version", "1");
        return greeting;
    }

    private static void call(JsonNode params, ObjectNode answer) {
        try {
            var said = Workbench.use(params.path("name").asText(), params.path("arguments"));
            answer.putObject("result")
                    .putArray("content")
                    .addObject()
                    .put("type", "text")
                    .put("text", said);
        } catch (IllegalArgumentException wrong) {
            refuse(answer, BAD_PARAMS, String.valueOf(wrong.getMessage()));
        }
    }

    private static void refuse(ObjectNode answer, int code, String why) {
        answer.putObject("error").put("code", code).put("message", why);
    }
}
