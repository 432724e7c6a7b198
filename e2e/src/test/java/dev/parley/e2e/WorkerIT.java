package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.NewTask;
import dev.parley.client.TaskView;
import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Running;
import dev.parley.protocol.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./parley worker} while it, or the hub, is killed. */
@Timeout(180)
final class WorkerIT {
    private static final Duration SOON = Duration.ofSeconds(40);

    @TempDir Path folder;

    @Test
    void nothingThatWasFinishedIsLostOrRepeatedWhenTheHubOrTheWorkerIsKilled() throws IOException {
        var hub = start();
        var worker = worker();
        try {
            var quick = create(hub, "quick");
            allow("quick");
            assertThat(over(hub, quick).attempt()).isEqualTo(1);

            // in mid-claim: the worker waits for something to do
            hub.kill();
            hub.close();
            hub = start();
            var late = create(hub, "late");
            allow("late");
            assertThat(over(hub, late).attempt()).isEqualTo(1);

            // in mid-complete: the hub is away when the command ends
            var missed = create(hub, "missed");
            awaitNote("begin missed 1");
            hub.kill();
            hub.close();
            allow("missed");
            awaitKept();
            hub = start();
            assertThat(over(hub, missed).attempt()).isEqualTo(1);

            // the same, and the worker does not live to see the hub come back
            var orphaned = create(hub, "orphaned");
            awaitNote("begin orphaned 1");
            hub.kill();
            hub.close();
            allow("orphaned");
            awaitKept();
            worker.close();
            hub = start();
            worker = worker();
            assertThat(over(hub, orphaned).attempt()).isEqualTo(1);

            // the worker is killed before the command ends: the next one does it again
            var broken = create(hub, "broken");
            awaitNote("begin broken 1");
            awaitTrace();
            worker.close();
            worker = worker();
            awaitNote("begin broken 2");
            allow("broken");
            assertThat(over(hub, broken).attempt()).isEqualTo(2);

            assertThat(notes().stream().filter(line -> line.startsWith("end")))
                    .containsExactly(
                            "end quick 1",
                            "end late 1",
                            "end missed 1",
                            "end orphaned 1",
                            "end broken 2");
            assertThat(hub.owner().hub().check().findings()).isEmpty();
        } finally {
            worker.close();
            hub.close();
        }
    }

    @Test
    void aWorkerThatIsStoppedFinishesWhatItMayAndGivesBackTheRest() throws IOException {
        try (var hub = start();
                var worker = worker("--concurrency=2", "--grace=3")) {
            var finished = create(hub, "finished");
            var unfinished = create(hub, "unfinished");
            awaitNote("begin finished 1");
            awaitNote("begin unfinished 1");

            worker.terminate();
            await(() -> worker.err().contains("stopping"));
            allow("finished");

            assertThat(worker.awaitEnd(SOON)).isIn(0, 143);
            assertThat(hub.owner().tasks().get(finished).state()).isEqualTo("completed");
            assertThat(hub.owner().tasks().get(unfinished).state()).isEqualTo("queued");
            assertThat(hub.owner().tasks().get(unfinished).waitsBecause().orElse(""))
                    .contains("no worker");
            allow("unfinished");
            assertThat(notes()).doesNotContain("end unfinished 1");
        }
    }

    private Hub start() {
        return Hub.on(folder.resolve("data")).start();
    }

    /** Its command notes when it begins, waits until it is allowed to end, and notes that. */
    private Running worker(String... more) {
        var script =
                """
                cd '%s'
                echo "begin $PARLEY_TASK_MESSAGE $PARLEY_ATTEMPT" >> notes
                while [ ! -e "go-$PARLEY_TASK_MESSAGE" ]; do sleep 0.05; done
                echo "end $PARLEY_TASK_MESSAGE $PARLEY_ATTEMPT" >> notes
                echo "did $PARLEY_TASK_MESSAGE"
                """
                        .formatted(folder);
        var words = new ArrayList<String>();
        words.addAll(List.of("worker", "--data", folder.resolve("data").toString()));
        words.addAll(List.of("--agent-name=w", "--spool", folder.resolve("spool").toString()));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", "-c", script));
        return Running.parley(words.toArray(String[]::new));
    }

    private static TaskId create(Hub hub, String message) {
        return hub.owner().tasks().create(NewTask.of(message)).taskId();
    }

    private static TaskView over(Hub hub, TaskId task) {
        var seen = hub.owner().tasks().await(task, SOON);
        assertThat(seen.state()).as(seen.toString()).isEqualTo("completed");
        assertThat(seen.result().map(r -> r.asText())).contains("did " + seen.message().orElse(""));
        return seen;
    }

    private void allow(String message) throws IOException {
        Files.createFile(folder.resolve("go-" + message));
    }

    private List<String> notes() {
        return read(folder.resolve("notes")).lines().toList();
    }

    private void awaitNote(String line) {
        await(() -> notes().contains(line));
    }

    /** Waits until it is on disk that a command runs, by which the next worker finds it. */
    private void awaitTrace() {
        await(
                () -> {
                    try (var traces = Files.list(folder.resolve("spool").resolve("running"))) {
                        return traces.anyMatch(trace -> read(trace).endsWith("\n"));
                    } catch (IOException | UncheckedIOException meanwhileGone) {
                        return false;
                    }
                });
    }

    /** Waits until a result that the hub has not got is on disk. */
    private void awaitKept() {
        await(
                () -> {
                    try (var files = Files.walk(folder.resolve("spool"))) {
                        return files.filter(file -> file.toString().endsWith(".result"))
                                .anyMatch(file -> read(file).contains("\"complete\""));
                    } catch (IOException | UncheckedIOException meanwhileGone) {
                        return false; // files come and go while it is looked; it is looked again
                    }
                });
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            LockSupport.parkNanos(20_000_000);
        }
    }
}
