package dev.parley.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A small tool server, whichever way it is spoken to: what it answers to each message. */
final class Workbench {
    private static final String TEXT =
            """
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"],
             "additionalProperties":false}""";
    private static final String FILE =
            """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
             "properties":{"path":{"type":"string"},"text":{"type":"string"}},
             "required":["path"],"additionalProperties":false}""";
    private static final String ANY = "{\"type\":\"object\"}";

    private final boolean isStateless;

    Workbench(boolean isStateless) {
        this.isStateless = isStateless;
    }

    /**
     * Answers a message, if it wants an answer.
     *
     * @param tell says something before that
     */
    @Nullable ObjectNode answer(JsonNode message, Consumer<ObjectNode> tell) throws IOException {
        if (!message.has("id")) {
            return null;
        }
        var answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        var params = message.path("params");
        switch (message.path("method").asText()) {
            case "initialize" -> {
                if (isStateless) {
                    return refuse(answer, -32022, "I speak 2026-07-28 only");
                }
                answer.putObject("result")
                        .put("protocolVersion", params.path("protocolVersion").asText())
                        .putObject("capabilities")
                        .putObject("tools");
            }
            case "server/discover" ->
                    answer.putObject("result").putArray("supportedVersions").add("2026-07-28");
            case "tools/list" -> answer.set("result", tools(params));
            case "tools/call" -> answer.set("result", call(params, tell));
            default -> refuse(answer, -32601, "no such method");
        }
        return answer;
    }

    private static ObjectNode refuse(ObjectNode answer, int code, String why) {
        answer.putObject("error").put("code", code).put("message", why);
        return answer;
    }

    /** Two pages, so that whoever asks must turn one. */
    private static ObjectNode tools(JsonNode params) {
        var page = Json.object();
        var tools = page.putArray("tools");
        if (!params.has("cursor")) {
            tools.add(tool("echo", TEXT, true));
            tools.add(tool("write", FILE, false));
            page.put("nextCursor", "2");
            return page;
        }
        for (var name : new String[] {"flood", "die", "environment", "progress", "fork"}) {
            tools.add(tool(name, ANY, false));
        }
        tools.add(tool("wait_for", FILE, false));
        tools.add(tool("fail", TEXT, true));
        return page;
    }

    private static ObjectNode tool(String name, String schema, boolean isReadOnly) {
        var tool = Json.object().put("name", name).put("description", "Does " + name);
        tool.set("inputSchema", Json.parseObject(schema));
        tool.putObject("annotations").put("readOnlyHint", isReadOnly);
        return tool;
    }

    private static ObjectNode call(JsonNode params, Consumer<ObjectNode> tell) throws IOException {
        var in = params.path("arguments");
        return switch (params.path("name").asText()) {
            case "echo" -> text(in.path("text").asText());
            case "fail" -> text(in.path("text").asText()).put("isError", true);
            case "write" -> {
                Files.writeString(
                        Path.of(in.path("path").asText()),
                        in.path("text").asText() + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                yield text("written");
            }
            case "wait_for" -> {
                var file = Path.of(in.path("path").asText());
                if (Files.isDirectory(file.resolveSibling("."))) {
                    Files.createFile(file.resolveSibling(file.getFileName() + ".begun"));
                }
                while (!Files.exists(file)) {
                    LockSupport.parkNanos(5_000_000);
                }
                yield text("it is there");
            }
            case "flood" -> text("x".repeat(in.path("size").asInt()));
            case "environment" -> text(String.join(" ", System.getenv().keySet()));
            case "progress" -> {
                tell.accept(progress(params.path("_meta").path("progressToken")));
                yield text("done");
            }
            case "fork" -> text(fork());
            case "die" -> {
                System.err.println("the roof is on fire");
                System.err.flush();
                Runtime.getRuntime().halt(3);
                yield text("");
            }
            default -> throw new IOException("no such tool");
        };
    }

    private static ObjectNode progress(JsonNode token) {
        var told = Json.object().put("jsonrpc", "2.0").put("method", "notifications/progress");
        told.putObject("params").put("progress", 1).put("total", 2).set("progressToken", token);
        return told;
    }

    /** Starts a program that nobody waits for, and gives its process id. */
    private static String fork() throws IOException {
        var shell =
                new ProcessBuilder("sh", "-c", "sleep 600 >/dev/null 2>&1 </dev/null & echo $!")
                        .start();
        try (var out = shell.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static ObjectNode text(String text) {
        var result = Json.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }
}
