package dev.parley.fuzz;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Any bytes at all, sent as a message. */
class EnvelopeFuzzTest {
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
    @DictionaryFile(resourcePath = "message.dict")
    void whateverIsSentIsTakenOrRefusedByName(byte @NotNull [] body) {
        hub.post(body.length, body);
    }
}
