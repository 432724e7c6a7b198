package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.e2e.crash.Crowd;
import dev.parley.e2e.crash.Entry;
import dev.parley.e2e.crash.Ledger.Note;
import dev.parley.e2e.crash.WholeLog;
import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup taken under load holds what was acknowledged before it; who had read on is told. */
final class RestoreIT {
    private static final int BLOB = 3 << 20;
    private static final Duration LOAD = Duration.ofSeconds(1);

    @TempDir Path folder;
    private Path file = Path.of("");
    private Path data = Path.of("");
    private Path restored = Path.of("");

    @BeforeEach
    void places() {
        file = folder.resolve("backup.zip");
        data = folder.resolve("data");
        restored = folder.resolve("restored");
    }

    @Test
    void nothingAcknowledgedBeforeTheBackupIsMissingAndNewerCursorsAreTold() throws Exception {
        List<RunId> runs;
        List<Note> before;
        List<Note> after;
        PayloadRef blob;
        String epoch;
        var bytes = new byte[BLOB];
        new Random(7).nextBytes(bytes);

        try (var hub = Crowd.hub(data).start();
                var crowd = new Crowd(hub, 7)) {
            runs = crowd.runs();
            blob = post(hub, runs.getFirst(), bytes);
            Thread.sleep(LOAD);
            crowd.requireWell();
            before = notes(crowd);
            assertThat(Command.parley("backup", file.toString(), "--data", data.toString()))
                    .matches(backup -> backup.status() == 0, "backed up");
            Thread.sleep(LOAD);
            crowd.requireWell();
            after = notes(crowd);
            epoch = hub.get(log(runs.getFirst())).text("epoch");
            hub.kill();
        }
        assertThat(before).isNotEmpty();
        assertThat(after).hasSizeGreaterThan(before.size());
        assertThat(restore().status()).isZero();

        try (var hub = Hub.on(restored).start()) {
            var owner = hub.owner();
            assertThat(WholeLog.of(owner, runs).stream().map(RestoreIT::note)).containsAll(before);
            assertThat(owner.hub().check().findings()).isEmpty();
            var copy = new ByteArrayOutputStream();
            owner.blobs().download(blob.blobId(), copy);
            assertThat(copy.toByteArray()).isEqualTo(bytes);
            for (var run : runs) {
                assertNewerCursorsAreTold(hub, run, epoch, newest(after, run));
            }
        }
    }

    @Test
    void aFolderThatHoldsSomethingIsNeverRestoredInto() throws IOException {
        try (var hub = Hub.on(data).start()) {
            Conversation.on(hub).say(hub, "m1");
            Command.parley("backup", file.toString(), "--data", data.toString());
        }
        Files.createDirectory(restored);
        Files.writeString(restored.resolve("diary.txt"), "dear diary");

        var refused = restore();

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("is not empty").doesNotContain("\tat ");
        assertThat(restored.resolve("parley.db")).doesNotExist();
        assertThat(restored.resolve("diary.txt")).hasContent("dear diary");
    }

    private PayloadRef post(Hub hub, RunId run, byte[] bytes) throws IOException {
        var upload = Files.write(folder.resolve("upload"), bytes);
        var ref = hub.owner().blobs().upload(upload);
        var draft = Draft.to(new Address("reader-0-0"), "message").payloadRef(ref).build();
        // Sent as a person: it is in no producer's ledger.
        hub.owner().messages().send(run, draft);
        return ref;
    }

    private Command restore() {
        return Command.parley("restore", file.toString(), "--data", restored.toString());
    }

    private static void assertNewerCursorsAreTold(Hub hub, RunId run, String epoch, long seq) {
        var reader = new AgentName("reader-0-0");
        assertThatThrownBy(
                        () ->
                                hub.owner()
                                        .messages()
                                        .pull(run, reader, seq, 10, Duration.ofSeconds(5)))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        told -> assertThat(told.problem()).isEqualTo(Problem.CURSOR_AHEAD));
        var ahead = hub.get(log(run) + "?wait=5&after=" + seq);
        var foreign = hub.get(log(run) + "?after=1&epoch=" + epoch);
        assertThat(List.of(ahead.status(), foreign.status())).containsOnly(409);
        assertThat(List.of(ahead.code(), foreign.code())).containsOnly("cursor-ahead");
        assertThat(hub.get(log(run) + "?after=1").text("epoch")).isNotEqualTo(epoch);
    }

    private static List<Note> notes(Crowd crowd) {
        return crowd.ledger().acknowledged().values().stream().flatMap(List::stream).toList();
    }

    private static Note note(Entry entry) {
        return new Note(entry.run(), entry.id(), entry.seq());
    }

    private static long newest(List<Note> notes, RunId run) {
        return notes.stream()
                .filter(note -> note.run().equals(run.value()))
                .mapToLong(Note::seq)
                .max()
                .orElseThrow();
    }

    private static String log(RunId run) {
        return "/api/runs/" + run.value() + "/messages";
    }
}
