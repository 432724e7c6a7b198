package dev.parley.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemJsonTest {
    @Test
    void aProblemIsWrittenForOldAndNewReaders() {
        var refusal =
                new ParleyException(
                        Problem.RATE_LIMITED,
                        "wait a second",
                        Map.of("retry_after", 1, "code", "x"));
        assertThat(Json.write(ProblemJson.write(refusal)))
                .isEqualTo(
                        """
                        {"type":"about:blank","title":"Too many requests","status":429,\
                        "detail":"wait a second","code":"rate-limited","message":"wait a second",\
                        "recoverable":true,"error":"wait a second","retry_after":1}""");
    }

    @ParameterizedTest
    @EnumSource(Problem.class)
    void everyProblemIsReadAsItWasWritten(Problem problem) {
        var extras =
                Map.<String, Object>of(
                        "question_id", "q_1", "n", 5, "again", true, "list", Json.array());
        var sent = new ParleyException(problem, "because", extras);
        var read =
                ProblemJson.read(
                        problem.status(), Json.parseTrusted(Json.bytes(ProblemJson.write(sent))));
        assertThat(read.problem()).isEqualTo(problem);
        assertThat(read.detail()).isEqualTo("because");
        assertThat(read.extras()).isEqualTo(extras);
    }

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST",
        "401, UNAUTHENTICATED",
        "403, FORBIDDEN",
        "404, NOT_FOUND",
        "405, METHOD_NOT_ALLOWED",
        "409, CONFLICT",
        "413, BODY_SIZE",
        "415, MEDIA_TYPE",
        "416, BAD_RANGE",
        "418, BAD_REQUEST",
        "422, BAD_VALUE",
        "429, RATE_LIMITED",
        "500, INTERNAL",
        "502, OUTCOME_UNKNOWN",
        "503, OUTCOME_UNKNOWN",
        "507, STORE_FULL",
        "599, INTERNAL"
    })
    void aCodeFromANewerHubIsJudgedByItsStatus(int status, Problem problem) {
        var body = Json.parseObject("{\"code\":\"brand-new\",\"error\":\"text\",\"n\":null}");
        assertThat(ProblemJson.read(status, body).problem()).isEqualTo(problem);
        assertThat(ProblemJson.read(status, body).detail()).isEqualTo("text");
        assertThat(ProblemJson.read(status, Json.object()).detail()).isEqualTo(problem.title());
    }
}
