package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of the README: what somebody types who has just cloned Parley. */
final class CommandLineIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir Path folder;

    @Test
    void aMessageIsSentAndFollowed() {
        try (var _ = Hub.on(folder).start()) {
            var sent = parley("send", "--to", "bob", "hello");
            assertThat(sent.status()).as(sent.err()).isZero();
            assertThat(sent.out()).matches("msg_\\w+ #1\\R");

            try (var tail = Running.parley("tail", "--data", folder.toString())) {
                assertThat(tail.await(PATIENCE, () -> tail.out().contains("hello"))).isTrue();
                var run = sent.err().replaceAll("(?s).*opened (run_\\w+).*", "$1");
                assertThat(parley("send", "--run", run, "--to", "bob", "again").status()).isZero();
                assertThat(tail.await(PATIENCE, () -> tail.out().contains("again"))).isTrue();
                assertThat(parley("send", "--to", "bob", "elsewhere").status()).isZero();
                assertThat(tail.await(PATIENCE, () -> tail.out().contains("elsewhere"))).isTrue();
                assertThat(tail.out())
                        .containsSubsequence("#1", "hello", "#2", "again", "#1", "elsewhere");
            }
        }
    }

    @Test
    void aTokenLetsAnAgentInUntilItIsRevoked() {
        try (var hub = Hub.on(folder).start()) {
            var created = parley("token", "create", "--agent", "worker", "--role", "worker");
            assertThat(created.status()).as(created.err()).isZero();
            var secret = created.out().strip();
            var id = created.err().replaceAll("(?s).*(tok_\\w+).*", "$1");

            assertThat(hub.as(secret).runs().list(1).items()).isEmpty();
            assertThat(parley("token", "list").out()).contains(id, "worker").doesNotContain(secret);
            assertThat(parley("token", "revoke", id).status()).isZero();

            var refused = parley("send", "--token", secret, "--to", "bob", "hello");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).doesNotContain(secret).doesNotContain("\tat ");
        }
    }

    @Test
    void whatIsStoredIsCheckedAndMeasured() {
        try (var _ = Hub.on(folder).start()) {
            parley("send", "--to", "bob", "hello");

            assertThat(parley("check").out()).startsWith("ok");
            assertThat(parley("usage").out()).contains("message", "on disk: database");
            assertThat(parley("config", "check").out()).contains("store.synchronous", "full");
            assertThat(parley("config", "check", "--set", "store.synchronous=perhaps").status())
                    .isNotZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--version", "serve --help"})
    void itSaysWhatItIsAndWhatItCanDo(String words) {
        var said = Command.parley(words.split(" "));

        assertThat(said.status()).isZero();
        assertThat(said.out()).containsIgnoringCase("parley");
        assertThat(said.err()).isEmpty();
    }

    @Test
    void whatItDoesNotUnderstandEndsWithTwo() {
        assertThat(Command.parley("dance").status()).isEqualTo(2);
    }

    private Command parley(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.add("--data");
        all.add(folder.toString());
        return Command.parley(all.toArray(String[]::new));
    }
}
