package dev.parley.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.codec.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The objects of the protocol with any values in their fields, of the right type or not. */
class ProtocolObjectFuzzTest {
    private static final String[] TYPES = {
        "DELEGATE", "REPORT", "QUERY", "ANSWER", "REQUEST_USER_INPUT", "USER_RESPONSE", "delegate"
    };
    private static final String[] FIELDS = {
        "from",
        "to",
        "task",
        "context",
        "requires_response",
        "result",
        "status",
        "question",
        "answer",
        "in_response_to",
        "inResponseTo",
        "awaiting_response",
        "message_id",
        "deadline_at",
        "choices",
        "approval",
        "artifacts",
        "priority",
        "thread_id",
        "payload",
        "parts",
        "trace"
    };
    private static final String[] WORDS = {
        "alice",
        "bob",
        "carl/api",
        "user",
        "system",
        "broadcast",
        "manager",
        "worker",
        "root",
        "m1",
        "m2",
        "completed",
        "partial",
        "needs_help",
        "high",
        "",
        "\u0000",
        "\ud800"
    };
    private static final int DEEPEST = 4;

    private static FuzzedHub hub;

    @BeforeAll
    static void start() {
        hub = new FuzzedHub();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @FuzzTest(maxDuration = "30s")
    void anyObjectIsTakenOrRefusedByName(FuzzedDataProvider data) {
        int run = data.consumeInt(0, 2);
        var object = Json.object().put("type", data.pickValue(TYPES));
        for (int fields = data.consumeInt(0, 8); fields > 0; fields--) {
            object.set(data.pickValue(FIELDS), value(data, 0));
        }
        var json = object.toString().replace("\ud800", "\\ud800");
        hub.post(run, json.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode value(FuzzedDataProvider data, int depth) {
        return switch (data.consumeInt(0, depth < DEEPEST ? 9 : 7)) {
            case 0, 1, 2 -> TextNode.valueOf(data.pickValue(WORDS));
            case 3 -> TextNode.valueOf(data.consumeString(40));
            case 4 -> LongNode.valueOf(data.consumeLong());
            case 5 -> BooleanNode.valueOf(data.consumeBoolean());
            case 6 -> NullNode.getInstance();
            case 7 -> number(data);
            case 8 -> {
                var array = Json.array();
                for (int n = data.consumeInt(0, 3); n > 0; n--) {
                    array.add(value(data, depth + 1));
                }
                yield array;
            }
            default -> {
                var object = Json.object();
                for (int n = data.consumeInt(0, 3); n > 0; n--) {
                    object.set(data.pickValue(FIELDS), value(data, depth + 1));
                }
                yield object;
            }
        };
    }

    private static JsonNode number(FuzzedDataProvider data) {
        int scale = data.consumeInt(-400, 400);
        return data.consumeBoolean()
                ? DoubleNode.valueOf(data.consumeRegularDouble())
                : DecimalNode.valueOf(BigDecimal.valueOf(data.consumeLong(), scale));
    }
}
