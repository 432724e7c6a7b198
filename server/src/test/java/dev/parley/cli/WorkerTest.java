package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that do tasks, and the commands that give them. */
@Timeout(90)
class WorkerTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir Path home = Path.of("");
    private final List<Thread> workers = new ArrayList<>();
    private TestParley parley;
    private ParleyClient owner;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        owner = ParleyClient.connect(URI.create(parley.url()), parley.owner().token());
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (var worker : workers) {
            worker.interrupt();
            worker.join();
        }
        owner.close();
        parley.close();
    }

    @Test
    void aCommandGetsTheTaskAndItsOutputIsTheResult() {
        worker(
                "code-reviewer",
                "python,security",
                "read -r task; printf '{\"said\":\"%s\",\"attempt\":%s,\"json\":%s}\\n'"
                        + " \"$PARLEY_TASK_MESSAGE\" \"$PARLEY_ATTEMPT\" \"$task\"");

        var asked = shell();
        int status =
                asked.run(
                        hub("task", "--to", "code-reviewer", "--needs", "python", "--wait", "hi"));

        assertThat(asked.err()).doesNotContain("failed");
        assertThat(status).isZero();
        assertThat(asked.out())
                .startsWith("{\"said\":\"hi\",\"attempt\":1,\"json\":{\"task_id\":\"task_")
                .contains("\"target_agent\":\"code-reviewer\"");
    }

    @Test
    void theExitCodeDecides() {
        worker(
                "w",
                "",
                "case $PARLEY_TASK_MESSAGE in later) [ $PARLEY_ATTEMPT = 2 ] && echo ok || exit 75;;"
                        + " *) echo nonsense >&2; exit 3;; esac");

        var later = shell();
        assertThat(later.run(hub("task", "--wait", "later"))).isZero();
        assertThat(later.out()).isEqualTo("ok\n");
        var never = shell();
        assertThat(never.run(hub("task", "--wait", "never"))).isEqualTo(1);
        assertThat(never.err()).contains("is failed: exit code 3: nonsense");
    }

    @Test
    void whatTheCommandPrintsIsProgressWhileItRuns() throws IOException {
        var go = home.resolve("go");
        worker("w", "", "echo half way; while [ ! -e '" + go + "' ]; do sleep 0.05; done");
        var task = create("m");
        var run = task.replace("task_", "run_");

        await(() -> messages(run).contains("half way"));
        Files.createFile(go);

        assertThat(owner.tasks().await(new TaskId(task), SOON).state()).isEqualTo("completed");
    }

    @Test
    void theCommandOfACancelledTaskEndsWithAllThatItStarted() {
        var pid = home.resolve("pid");
        worker(
                "w",
                "",
                "sleep 1000 & echo $! > '"
                        + pid
                        + ".new'; mv '"
                        + pid
                        + ".new' '"
                        + pid
                        + "'; wait");
        var task = create("m");
        await(() -> Files.exists(pid));
        var child = ProcessHandle.of(Long.parseLong(read(pid).strip())).orElseThrow();

        owner.tasks().cancel(new TaskId(task), "no longer needed");

        await(() -> !child.isAlive());
    }

    @Test
    void whoeverLooksSeesWhyATaskWaits() {
        var task = create("--needs", "gpu", "m");
        var shell = shell();

        assertThat(shell.run(hub("tasks", "--state", "queued"))).isZero();
        assertThat(shell.out())
                .contains("TASK", "WHY", task, "gpu", "queued", "no worker is online");
        var json = shell();
        assertThat(json.run(hub("tasks", "--limit", "1", "--json"))).isZero();
        assertThat(json.out())
                .startsWith("{\"items\":[{\"task_id\":\"" + task + "\"")
                .contains("\"waits_because\":\"no worker is online\"");
        assertThat(shell.run(hub("tasks", "--state", "asleep"))).isEqualTo(2);
    }

    @Test
    void tasksAreChosenByWhomTheyConcernAndWhatTheySay() {
        var bobs = create("--to", "bob", "paint the door");
        var other = create("sweep the yard");

        for (var choice : List.of("--agent=bob", "--text=DOOR")) {
            var found = shell();
            assertThat(found.run(hub("tasks", choice))).isZero();
            assertThat(found.out()).contains(bobs).doesNotContain(other);
        }
        var none = shell();
        assertThat(none.run(hub("tasks", "--agent", "bob", "--text", "yard"))).isZero();
        assertThat(none.err()).contains("there is no such task; ./parley tasks lists all");
    }

    @Test
    void whatATaskIsAboutAndWhatCameOfItCanBeSeenLater() {
        worker("w", "", "echo looked at it; echo twice");
        var task = create("--to", "w", "--deadline", "600", "look\nat  it");
        owner.tasks().await(new TaskId(task), SOON);

        var list = shell();
        assertThat(list.run(hub("tasks"))).isZero();
        assertThat(list.out()).contains("TEXT", "look at it");
        var shown = shell();
        assertThat(shown.run(hub("tasks", task))).isZero();
        assertThat(shown.out())
                .startsWith("task      " + task + "\nstate     completed\nattempts  1 of 3\n")
                .contains("\nfor       w\n", "\nworker    w\n", "\ndeadline  20", "\nended     20")
                .contains("\ntext      look\n          at  it\n")
                .endsWith("\nresult    looked at it\n          twice\n");
        assertThat(shown.run(hub("tasks", "task_none"))).isEqualTo(1);
        assertThat(shown.err()).isEqualTo("parley: there is no task task_none\n");
    }

    @Test
    void aTaskIsCancelledByItsId() {
        var task = create("m");
        var shell = shell();

        assertThat(shell.run(hub("cancel", task, "--reason", "no more"))).isZero();

        assertThat(shell.out()).isEqualTo(task + " is cancelled (no more)\n");
        assertThat(owner.tasks().get(new TaskId(task)).state()).isEqualTo("cancelled");
    }

    @Test
    void whoeverGivesATaskToNobodyKnownIsTold() {
        var shell = shell();

        assertThat(shell.run(hub("task", "--to", "bbo", "m"))).isZero();
        assertThat(shell.err())
                .contains("bbo is not known here", "the task waits until it appears");
        worker("bob", "", "true");
        owner.tasks().await(new TaskId(create("m")), SOON);
        var known = shell();
        assertThat(known.run(hub("task", "--to", "bob", "m"))).isZero();
        assertThat(known.err()).isEmpty();
    }

    @Test
    void whoeverWaitsHearsForWhat() throws IOException {
        var go = home.resolve("go");
        var asked = shell();
        var asking =
                Thread.ofPlatform()
                        .start(() -> asked.run(hub("task", "--to", "w", "--wait", "look")));
        await(() -> asked.err().contains(" waits: it is for w, and no worker of that name"));
        worker("w", "", "while [ ! -e '" + go + "' ]; do sleep 0.05; done; echo seen");

        await(() -> asked.err().contains(" is worked on by w, attempt 1"));
        Files.createFile(go);

        await(() -> !asking.isAlive());
        assertThat(asked.out()).isEqualTo("seen\n");
    }

    @Test
    void aWorkerSaysWhatItBeginsAndHowItEnds() {
        var said = worker("w", "", "[ $PARLEY_TASK_MESSAGE = good ] || exit 3");
        var good = create("good");
        owner.tasks().await(new TaskId(good), SOON);
        var bad = create("bad");
        owner.tasks().await(new TaskId(bad), SOON);

        assertThat(said.err())
                .contains("parley: " + good + " begins: good\n", "parley: " + good + " is done (")
                .contains("parley: " + bad + " begins: bad\n")
                .contains("parley: " + bad + " failed: exit code 3 (");
    }

    @Test
    void whatCannotBeRunClaimsNothing() {
        var shell = shell();

        assertThat(shell.run(hub("worker", "--agent-name=w", "--", "no-such-program")))
                .isEqualTo(2);
        assertThat(shell.err()).contains("there is no program no-such-program");
        assertThat(shell.run(hub("worker", "--", "sh"))).isEqualTo(2);
    }

    @Test
    void whoeverForgetsTheCommandIsToldHowItIsWritten() {
        var shell = shell();

        assertThat(shell.run("worker", "--agent-name=w")).isEqualTo(2);
        assertThat(shell.run("worker", "--agent-name=w", "grep", "--fixed-strings", "x"))
                .isEqualTo(2);
        assertThat(shell.err())
                .isEqualTo(
                        """
                        parley: -- COMMAND is missing: what to run for each task, such as: -- \
                        ./review.sh --strict; see parley worker --help
                        parley: there is no option --fixed-strings; one of the command's own comes after --; \
                        see parley worker --help
                        """);
    }

    private TestShell worker(String agent, String capabilities, String script) {
        var words = new ArrayList<>(List.of("worker", "--agent-name=" + agent));
        if (!capabilities.isEmpty()) {
            words.add("--capabilities=" + capabilities);
        }
        words.addAll(
                List.of("--lease=2", "--grace=0", "--spool", home.resolve("spool").toString()));
        var all = new ArrayList<>(List.of(hub(words.toArray(String[]::new))));
        all.addAll(List.of("--", "sh", "-c", script));
        var shell = shell();
        workers.add(Thread.ofPlatform().start(() -> shell.run(all.toArray(String[]::new))));
        return shell;
    }

    private String create(String... words) {
        var all = new ArrayList<>(List.of("task"));
        all.addAll(List.of(words));
        var shell = shell();
        assertThat(shell.run(hub(all.toArray(String[]::new)))).as(shell.err()).isZero();
        return shell.out().strip();
    }

    private String messages(String run) {
        return parley.owner().get("/api/runs/" + run + "/messages").text();
    }

    private TestShell shell() {
        return new TestShell(home).variable("PATH", System.getenv("PATH"));
    }

    /** The command with where the hub is. */
    private String[] hub(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(1, List.of("--url", parley.url(), "--token", parley.owner().token()));
        return all.toArray(String[]::new);
    }

    private static void await(BooleanSupplier holds) {
        for (int looks = 0; !holds.getAsBoolean(); looks++) {
            assertThat(looks).as("looks, twenty milliseconds apart").isLessThan(3_000);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
