package dev.parley.e2e.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule finds what it is there to find, also where the trace is interleaved. */
final class SyncBeforeAnswerTest {
    private static final String WAL = "/data/parley.db-wal";
    private static final String PLAIN = pwrite(header(0)), COMMIT = pwrite(header(9));
    private static final String ROW = pwrite("…id \"m1\" and more…");
    private static final String PAGE = pwrite("another page");
    private static final String SYNC = "11  fsync(5<" + hex(WAL) + ">) = 0";
    private static final String ANSWER =
            "12  writev(7<"
                    + hex("socket:[42]")
                    + ">, [{iov_base=\""
                    + hex("HTTP/1.1 201 Created\r\n\r\n")
                    + "\", iov_len=24}, {iov_base=\""
                    + hex("{\"message_id\":\"m1\"}")
                    + "\", iov_len=19}], 2) = 43";

    @Test
    void aSyncBetweenTheCommitAndTheAnswerSatisfies() {
        assertThat(violations(PLAIN, ROW, COMMIT, PAGE, SYNC, ANSWER)).isEmpty();
        assertThat(violations(COMMIT, ROW, SYNC, ANSWER)).isEmpty();
    }

    @Test
    void noSyncAtAllIsFound() {
        assertThat(violations(COMMIT, ROW, ANSWER)).singleElement().asString().contains("no sync");
    }

    @Test
    void aSyncAfterTheAnswerIsFound() {
        assertThat(violations(COMMIT, ROW, ANSWER, SYNC)).hasSize(1);
    }

    @Test
    void aSyncBeforeTheTransactionWasWholeIsFound() {
        assertThat(violations(PLAIN, ROW, SYNC, COMMIT, PAGE, ANSWER)).hasSize(1);
    }

    @Test
    void aSyncThatFailedIsFound() {
        var failed = SYNC.replace("= 0", "= -1 EIO (Input/output error) (INJECTED)");

        assertThat(violations(COMMIT, ROW, failed, ANSWER)).hasSize(1);
    }

    @Test
    void aSyncOfAnotherFileIsFound() {
        assertThat(violations(COMMIT, ROW, SYNC.replace(hex("-wal"), hex("-shm")), ANSWER))
                .hasSize(1);
    }

    @Test
    void aSyncThatHadNotEndedWhenTheAnswerBeganIsFound() {
        var begun = SYNC.replace(") = 0", " <unfinished ...>");
        var ended = "11  <... fsync resumed>) = 0";

        assertThat(violations(COMMIT, ROW, begun, ended, ANSWER)).isEmpty();
        assertThat(violations(COMMIT, ROW, begun, ANSWER, ended)).hasSize(1);
    }

    @Test
    void aRowThatWasWrittenAfterItsAnswerIsFound() {
        assertThat(violations(ANSWER, COMMIT, ROW, SYNC))
                .singleElement()
                .asString()
                .contains("before its row");
    }

    private static List<String> violations(String... lines) {
        return new SyncBeforeAnswer(Strace.read(List.of(lines))).violations(List.of("m1"));
    }

    private static String header(int size) {
        return "\0\0\0\7\0\0\0" + (char) size + "salt, salt, sums";
    }

    private static String pwrite(String data) {
        return "11  pwrite64(5<%s>, \"%s\", %d, 0) = %d"
                .formatted(hex(WAL), hex(data), data.length(), data.length());
    }

    private static String hex(String text) {
        return HexFormat.of().withPrefix("\\x").formatHex(text.getBytes(ISO_8859_1));
    }
}
