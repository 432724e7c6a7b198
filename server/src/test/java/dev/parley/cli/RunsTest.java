package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person sees, holds up, leads and ends what agents do, from the command line. */
class RunsTest {
    private static TestParley parley;
    private static String token = "";
    @TempDir Path home = Path.of("");
    private String run = "";

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        token = parley.owner().token();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        run =
                parley.person("ann")
                        .run("{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
    }

    @Test
    void runsAreListedWithHowEachStands() {
        assertThat(shell().run("pause", run)).isZero();
        var shell = shell();
        assertThat(shell.run("runs", "--limit", "1")).isZero();
        assertThat(shell.out().lines().toList()).hasSize(2);
        assertThat(shell.out().lines().toList().getLast())
                .matches(run + " +paused +managed +1 +[-0-9]+ [:0-9]+ +person:ann");
    }

    @Test
    void aRunIsHeldUpAndGoesOnAndEnds() {
        var shell = shell();
        assertThat(shell.run("pause", run, "--reason", "not yet")).isZero();
        assertThat(shell.run("resume", run)).isZero();
        assertThat(shell.run("cancel", run, "--reason", "no more")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        %1$s is paused (not yet)
                        %1$s is running
                        %1$s is cancelled (no more)
                        """
                                .formatted(run));
        assertThat(shell.run("pause", run)).isEqualTo(1);
        assertThat(shell.err()).isEqualTo("parley: the run is cancelled already\n");
    }

    @Test
    void aPauseThatNobodyGaveAReasonForHasNone() {
        var shell = shell();
        assertThat(shell.run("pause", run)).isZero();
        assertThat(shell.out()).isEqualTo(run + " is paused\n");
    }

    @Test
    void aWordReachesWhoeverLeadsTheRun() {
        var shell = shell();
        assertThat(shell.run("steer", run, "leave", "the tests")).isZero();
        assertThat(shell.run("steer", run)).isEqualTo(2);
        assertThat(shell.out()).isEqualTo("#1, 1 waiting to be read\n");
        assertThat(shell.run("cancel", run)).isZero();
        assertThat(shell.run("steer", run, "and now")).isEqualTo(1);
        assertThat(shell.err()).endsWith("parley: the run is cancelled; nothing was sent\n");
    }

    private TestShell shell() {
        return new TestShell(home)
                .variable("PARLEY_URL", parley.url())
                .variable("PARLEY_TOKEN", token);
    }
}
