package dev.parley.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/** How a provider writes what its model says. */
enum ModelTongue {
    OPENAI {
        @Override
        String begin(String part) {
            return "data: " + chunk("content", part) + "\n\n";
        }

        private static ObjectNode chunk(String field, String value) {
            var chunk = Json.object().put("id", "c1").put("object", "chat.completion.chunk");
            chunk.putArray("choices")
                    .addObject()
                    .put("index", 0)
                    .putObject("delta")
                    .put(field, value);
            return chunk;
        }

        private static String end(String finish, int input, int output) {
            var chunk = Json.object().put("id", "c1");
            var choice = chunk.putArray("choices").addObject().put("index", 0);
            choice.putObject("delta");
            choice.put("finish_reason", finish);
            var usage = Json.object().put("id", "c1");
            usage.putArray("choices");
            usage.putObject("usage")
                    .put("prompt_tokens", input)
                    .put("completion_tokens", output)
                    .put("total_tokens", input + output);
            return "data: " + chunk + "\n\ndata: " + usage + "\n\ndata: [DONE]\n\n";
        }

        @Override
        String words(ModelReply.Words words) {
            var text = new StringBuilder();
            words.parts().forEach(part -> text.append(begin(part)));
            return text + end(words.finish(), words.input(), words.output());
        }

        @Override
        String calls(ModelReply.Calls calls) {
            var text = new StringBuilder();
            int index = 0;
            for (var call : calls.calls()) {
                var chunk = Json.object().put("id", "c1");
                var delta =
                        chunk.putArray("choices").addObject().put("index", 0).putObject("delta");
                var tool =
                        delta.putArray("tool_calls")
                                .addObject()
                                .put("index", index)
                                .put("id", "call_" + index)
                                .put("type", "function");
                tool.putObject("function")
                        .put("name", call.tool())
                        .put("arguments", call.arguments());
                text.append("data: ").append(chunk).append("\n\n");
                index++;
            }
            return text + end("tool_calls", 100, 10);
        }
    },
    ANTHROPIC {
        @Override
        String begin(String part) {
            return start(100) + text(part);
        }

        private static String event(ObjectNode data) {
            return "event: " + data.path("type").asText() + "\ndata: " + data + "\n\n";
        }

        private static String start(int input) {
            var data = Json.object().put("type", "message_start");
            var message =
                    data.putObject("message")
                            .put("id", "m1")
                            .put("type", "message")
                            .put("role", "assistant")
                            .put("model", "scripted");
            message.putArray("content");
            message.putObject("usage").put("input_tokens", input).put("output_tokens", 1);
            return event(data);
        }

        private static String text(String part) {
            var block = Json.object().put("type", "content_block_start").put("index", 0);
            block.putObject("content_block").put("type", "text").put("text", "");
            return event(block) + delta(0, "text_delta", "text", part);
        }

        private static String delta(int index, String type, String field, String value) {
            var data = Json.object().put("type", "content_block_delta").put("index", index);
            data.putObject("delta").put("type", type).put(field, value);
            return event(data);
        }

        private static String stop(int index) {
            return event(Json.object().put("type", "content_block_stop").put("index", index));
        }

        private static String end(String reason, int output) {
            var data = Json.object().put("type", "message_delta");
            data.putObject("delta").put("stop_reason", reason);
            data.putObject("usage").put("output_tokens", output);
            return event(data) + event(Json.object().put("type", "message_stop"));
        }

        @Override
        String words(ModelReply.Words words) {
            return start(words.input())
                    + text(String.join("", words.parts()))
                    + stop(0)
                    + end(
                            words.finish().equals("length") ? "max_tokens" : "end_turn",
                            words.output());
        }

        @Override
        String calls(ModelReply.Calls calls) {
            var text = new StringBuilder(start(100));
            int index = 0;
            for (var call : calls.calls()) {
                var block = Json.object().put("type", "content_block_start").put("index", index);
                var tool =
                        block.putObject("content_block")
                                .put("type", "tool_use")
                                .put("id", "toolu_" + index)
                                .put("name", call.tool());
                tool.putObject("input");
                text.append(event(block))
                        .append(delta(index, "input_json_delta", "partial_json", call.arguments()))
                        .append(stop(index));
                index++;
            }
            return text + end("tool_use", 10);
        }
    },
    OLLAMA {
        @Override
        String mediaType() {
            return "application/x-ndjson";
        }

        @Override
        String begin(String part) {
            return line(message(part)) + "\n";
        }

        private static ObjectNode message(String part) {
            var json = Json.object().put("model", "scripted").put("done", false);
            json.putObject("message").put("role", "assistant").put("content", part);
            return json;
        }

        private static String line(ObjectNode json) {
            return json + "\n";
        }

        private static String end(String reason, int input, int output) {
            return line(
                    message("")
                            .put("done", true)
                            .put("done_reason", reason)
                            .put("prompt_eval_count", input)
                            .put("eval_count", output));
        }

        @Override
        String words(ModelReply.Words words) {
            var text = new StringBuilder();
            words.parts().forEach(part -> text.append(line(message(part))));
            return text + end(words.finish(), words.input(), words.output());
        }

        @Override
        String calls(ModelReply.Calls calls) {
            var json = message("");
            var all = json.withObject("message").putArray("tool_calls");
            for (var call : calls.calls()) {
                var function = all.addObject().putObject("function").put("name", call.tool());
                function.set("arguments", Json.parseTrusted(call.arguments()));
            }
            return line(json) + end("stop", 100, 10);
        }
    };

    static ModelTongue of(String path) {
        return path.endsWith("/chat/completions")
                ? OPENAI
                : path.endsWith("/messages") ? ANTHROPIC : OLLAMA;
    }

    String mediaType() {
        return "text/event-stream";
    }

    /** The first part of an answer. */
    abstract String begin(String part);

    abstract String words(ModelReply.Words words);

    abstract String calls(ModelReply.Calls calls);
}
