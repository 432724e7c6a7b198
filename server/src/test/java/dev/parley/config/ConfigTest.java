package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.Act;
import dev.parley.protocol.Direction;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Visibility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigTest {
    @TempDir Path data;

    @Nested
    final class Defaults {
        @Test
        void withNothingSetEverythingHasItsDefault() {
            var config = Config.resolve(Map.of(), Map.of("HOME", data.toString()));

            assertThat(config.data()).isEqualTo(data.resolve(".parley"));
            assertThat(config.http())
                    .isEqualTo(new Config.Http("127.0.0.1", 7420, false, List.of()));
            assertThat(config.store())
                    .isEqualTo(
                            new Config.Store(new Database.Embedded(), 8192, 4, Synchronous.FULL));
            assertThat(config.limits())
                    .isEqualTo(new Config.Limits(1024 * 1024, 64 * 1024, 256 * 1024, 60, 600));
            assertThat(config.blobs().quota()).isEqualTo(10L * 1024 * 1024 * 1024);
            assertThat(config.blobs().retention()).isEqualTo(Duration.ofDays(1));
            assertThat(config.kinds().all()).containsExactlyElementsOf(Kinds.standard().all());
            assertThat(config.settings()).allMatch(Setting::isDefault);
        }

        @Test
        void everyKeyOfTheTableIsListedOnceInItsOrderAndWhatHasRowsLast() {
            var names = Keys.all().stream().map(Key::name).collect(Collectors.toList());
            names.addAll(List.of("kinds", "tools", "models", "budgets", "agents"));

            assertThat(resolve(Map.of()).settings())
                    .extracting(Setting::key)
                    .containsExactlyElementsOf(names);
        }

        @Test
        void everyKeyIsKebabCaseAndSaysWhatItIs() {
            assertThat(Keys.all())
                    .allSatisfy(
                            key -> {
                                assertThat(key.name()).matches("[a-z]+(\\.[a-z]+(-[a-z]+)*)?");
                                assertThat(key.doc()).isNotBlank().doesNotContain("\n");
                            });
        }
    }

    @Nested
    final class Precedence {
        @Test
        void aFlagWinsOverTheEnvironmentThatOverTheFileAndThatOverTheDefault() throws IOException {
            assertThat(port(Map.of(), Map.of()))
                    .isEqualTo(new Setting("http.port", "7420", "default", doc()));

            yaml("http:\n  port: 1\n");
            assertThat(port(Map.of(), Map.of()).value()).isEqualTo("1");
            assertThat(port(Map.of(), Map.of()).from()).isEqualTo(file() + ":2");

            var environment = Map.of("PARLEY_HTTP_PORT", "2");
            assertThat(port(Map.of(), environment))
                    .isEqualTo(new Setting("http.port", "2", "PARLEY_HTTP_PORT", doc()));

            assertThat(port(Map.of("--port", "3"), environment))
                    .isEqualTo(new Setting("http.port", "3", "--port", doc()));
        }

        @Test
        void aFlagMayBeNamedByItsKey() {
            assertThat(port(Map.of("http.port", "3"), Map.of()))
                    .isEqualTo(new Setting("http.port", "3", "--set http.port", doc()));
        }

        @Test
        void anEmptyVariableIsAsGoodAsNone() {
            assertThat(port(Map.of(), Map.of("PARLEY_HTTP_PORT", "")).from()).isEqualTo("default");
        }

        @Test
        void aFileMayBeNamedAndMayThenSayWhereTheDataIs(@TempDir Path elsewhere)
                throws IOException {
            var file = elsewhere.resolve("my hub.yaml");
            Files.writeString(file, "data: ~/hub\nhttp.port: 5\n");

            var config =
                    Config.resolve(
                            Map.of("--config", file.toString()),
                            Map.of("HOME", elsewhere.toString()));

            assertThat(config.data()).isEqualTo(elsewhere.resolve("hub"));
            assertThat(config.http().port()).isEqualTo(5);
        }

        @Test
        void theFileOfTheDataFolderIsReadWhereverTheFolderWasSet() throws IOException {
            yaml("http: {port: 6}");

            var config = Config.resolve(Map.of(), Map.of("PARLEY_DATA", data.toString()));

            assertThat(config.http().port()).isEqualTo(6);
        }

        private Setting port(Map<String, String> flags, Map<String, String> environment) {
            var all = new HashMap<>(flags);
            all.put("--data", data.toString());
            return setting(Config.resolve(all, environment), "http.port");
        }

        private String doc() {
            return Keys.HTTP_PORT.doc();
        }
    }

    @Nested
    final class Refusals {
        @Test
        void anErrorNamesTheKeyAndWhereItWasSet() throws IOException {
            assertRefused(
                    Map.of("--port", "99999"),
                    "http.port must be between 0 and 65535, was 99999 (from --port)");

            yaml("store:\n  read-threads: many\n");
            assertRefused(
                    Map.of(),
                    "store.read-threads must be between 1 and 64, was many (from "
                            + file()
                            + ":2)");
        }

        @Test
        void allErrorsAreReportedAtOnce() throws IOException {
            yaml("http:\n  prot: 1\nblobs:\n  quota: much\nkinds:\n  review: {act: dance}\n");

            assertThatThrownBy(
                            () ->
                                    Config.resolve(
                                            Map.of("--data", data.toString(), "--port", "-1"),
                                            Map.of("PARLEY_HTTP_HOST", "0.0.0.0")))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            e -> {
                                assertThat(e.detail().lines()).hasSize(5);
                                assertThat(e.extras().get("errors"))
                                        .isEqualTo(e.detail().lines().toList());
                            })
                    .hasMessageContaining("http.prot is not known")
                    .hasMessageContaining("http.port must be between 0 and 65535, was -1")
                    .hasMessageContaining("http.host must be a loopback address")
                    .hasMessageContaining("blobs.quota must be between 0 B and 1024 TiB, was much")
                    .hasMessageContaining("kinds.review.act must be one of assign,");
        }

        @ParameterizedTest
        @CsvSource({
            "http.prot, http.port",
            "http.behind_proxy, http.behind-proxy",
            "http.behindProxy, http.behind-proxy",
            "htpp.port, http.port",
            "port, http.port",
            "store.queue-length, store.queue-size",
            "blob.quota, blobs.quota"
        })
        void anUnknownKeyIsRefusedWithTheOneThatWasProbablyMeant(String wrong, String right)
                throws IOException {
            yaml("# a comment\n" + wrong + ": 1\n");

            assertRefused(
                    Map.of(),
                    wrong + " is not known (from " + file() + ":2); did you mean " + right + "?");
        }

        @Test
        void anUnknownKeyThatResemblesNothingIsToldWhereTheKeysAre() throws IOException {
            yaml("colour: blue\n");

            assertRefused(
                    Map.of(),
                    "colour is not known (from "
                            + file()
                            + ":1); ./parley config check shows every key there is");
        }

        @Test
        void aMistypedVariableIsRefusedAndAForeignOneIsNot() {
            assertThatThrownBy(() -> resolve(Map.of(), Map.of("PARLEY_HTTP_PROT", "1")))
                    .hasMessage("PARLEY_HTTP_PROT is not known; did you mean PARLEY_HTTP_PORT?");

            resolve(
                    Map.of(),
                    Map.of(
                            "PARLEY_TOKEN", "t",
                            "PARLEY_URL", "u",
                            "PARLEY_JAVA_HOME", "/jdk",
                            "PARLEY_SERVICE_HOST", "10.0.0.1",
                            "PARLEY_PORT", "tcp://10.0.0.1:80"));
        }

        @Test
        void anUnknownFlagIsRefused() {
            assertRefused(Map.of("--prot", "1"), "--prot is not known; did you mean --port?");
        }

        @Test
        void aFileThatWasNamedMustExist() {
            var file = data.resolve("none.yaml");

            assertRefused(
                    Map.of("--config", file.toString()),
                    "config must be a file that exists, was " + file + " (from --config)");
        }

        @Test
        void theFileOfTheDataFolderCannotMoveTheDataFolder() throws IOException {
            yaml("data: /elsewhere\n");

            assertRefused(
                    Map.of(),
                    "data cannot be set in the file that it leads to (from " + file() + ":1)");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                textBlock =
                        """
                        http: [               | is not well-formed YAML
                        http: {port: 1}\\nhttp: {port: 2} | Duplicate
                        just words            | must hold keys and values
                        http:\\n  port:       | http.port has no value
                        http.allowed-hosts: [{a: b}] | http.allowed-hosts must be a plain list
                        kinds: 3              | kinds must hold rows
                        http:\\n\\tport: 1     | :2 is not well-formed YAML: a tab stands where only spaces may
                        agent: {a: {host: command, command: cat}} | agent is not known (from
                        agent: {a: {host: command, command: cat}} | ; did you mean agents?
                        agents: {a: {host: command, command: cat, timeout: 5m}} | agents.a.timeout must be a number of seconds between 1 and 86400, such as 300, was 5m
                        """)
        void aBrokenFileIsRefusedWithItsName(String content, String complaint) throws IOException {
            yaml(content.replace("\\n", "\n").replace("\\t", "\t"));

            assertThatThrownBy(() -> resolve(Map.of()))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining(complaint)
                    .hasMessageContaining(file().toString());
        }

        @Test
        void anEmptyFileSetsNothing() throws IOException {
            yaml("# nothing yet\n");
            assertThat(resolve(Map.of()).http().port()).isEqualTo(7420);

            yaml("kinds:\nstore: {url: ''}\n");
            assertThat(resolve(Map.of()).store().database()).isEqualTo(new Database.Embedded());
        }

        @Test
        void payloadsFitIntoBodiesAndInlineOnesIntoPayloads() {
            assertRefused(
                    Map.of("limits.payload-size", "2 MiB"),
                    "limits.payload-size must be at most limits.body-size (1 MiB), was 2 MiB"
                            + " (from --set limits.payload-size)");
            assertRefused(
                    Map.of("limits.inline-size", "300KiB"),
                    "limits.inline-size must be at most limits.payload-size (256 KiB), was 300 KiB"
                            + " (from --set limits.inline-size)");
        }

        @Test
        void partsBuiltInCodeKeepTheSameRules() {
            assertThatThrownBy(() -> new Config.Http("127.0.0.1", 65536, false, List.of()))
                    .hasMessage("http.port must be between 0 and 65535, was 65536");
            assertThatThrownBy(() -> new Config.Http("10.0.0.1", 1, false, List.of()))
                    .hasMessageStartingWith("http.host must be a loopback address");
        }
    }

    @Nested
    final class Listening {
        @ParameterizedTest
        @ValueSource(strings = {"0.0.0.0", "::", "192.168.0.7", "hub.example.com", "127.evil.com"})
        void anotherAddressThanLoopbackNeedsAProxyInFront(String host) {
            assertThatThrownBy(() -> resolve(Map.of("--host", host)))
                    .hasMessageContaining("does not speak TLS itself yet")
                    .hasMessageContaining("--behind-proxy")
                    .hasMessageEndingWith(", was " + host + " (from --host)");

            var http = resolve(Map.of("--host", host, "--behind-proxy", "true")).http();
            assertThat(http.host()).isEqualTo(host);
        }

        @ParameterizedTest
        @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"})
        void loopbackNeedsNothing(String host) {
            assertThat(resolve(Map.of("--host", host)).http().host()).isEqualTo(host);
        }

        @ParameterizedTest
        @ValueSource(strings = {"http://localhost", "local host", "localhost/x", ""})
        void aHostIsANameOrAnAddress(String host) {
            assertThatThrownBy(() -> resolve(Map.of("--host", host)))
                    .hasMessageStartingWith("http.host must be a host name or an address");
        }

        @Test
        void allowedHostsAreAListInTheFileAndSeparatedByCommasElsewhere() throws IOException {
            yaml("http:\n  allowed-hosts: [Hub.example.com, 'hub:8443']\n");
            assertThat(resolve(Map.of()).http().allowedHosts())
                    .containsExactly("hub.example.com", "hub:8443");
            assertThat(setting(resolve(Map.of()), "http.allowed-hosts").value())
                    .isEqualTo("hub.example.com, hub:8443");

            assertThat(resolve(Map.of("--allowed-hosts", "a, b")).http().allowedHosts())
                    .containsExactly("a", "b");
            assertThatThrownBy(() -> resolve(Map.of("--allowed-hosts", "https://a")))
                    .hasMessageStartingWith("http.allowed-hosts must be host names");
        }
    }

    @Nested
    final class Sizes {
        @ParameterizedTest
        @CsvSource({
            "4096, 4096, 4 KiB",
            "2000, 2000, 2000 B",
            "2MiB, 2097152, 2 MiB",
            "2 MiB, 2097152, 2 MiB",
            "512 KiB, 524288, 512 KiB",
            "300000 B, 300000, 300000 B"
        })
        void areWrittenAsBytesOrWithAUnit(String text, int bytes, String shown) {
            var config =
                    resolve(
                            Map.of(
                                    "limits.body-size", text,
                                    "limits.payload-size", "0",
                                    "limits.inline-size", "0"));

            assertThat(config.limits().bodySize()).isEqualTo(bytes);
            assertThat(setting(config, "limits.body-size").value()).isEqualTo(shown);
        }

        @ParameterizedTest
        @ValueSource(strings = {"-1", "1 MB", "1.5 MiB", "lots", "999999999999999 TiB", "1 iB", ""})
        void anythingElseIsRefused(String text) {
            assertThatThrownBy(() -> resolve(Map.of("blobs.quota", text)))
                    .hasMessageStartingWith("blobs.quota must be between 0 B and 1024 TiB");
        }
    }

    @Nested
    final class MoreKinds {
        @Test
        void aRowUnderKindsExtendsTheTable() throws IOException {
            yaml(
                    """
                    kinds:
                      review_request:
                        act: ask
                        visibility: user-visible
                        expects-reply: true
                        managed: [down, to_user]
                        tree: [up]
                      heads_up: {act: say}
                    """);

            var config = resolve(Map.of());

            assertThat(config.kinds().find("review_request"))
                    .contains(
                            new Kind(
                                    "review_request",
                                    Act.ASK,
                                    Set.of(Direction.DOWN, Direction.TO_USER),
                                    Set.of(Direction.UP),
                                    Visibility.USER_VISIBLE,
                                    true));
            assertThat(config.kinds().find("heads_up"))
                    .contains(
                            new Kind(
                                    "heads_up",
                                    Act.SAY,
                                    Set.of(),
                                    Set.of(),
                                    Visibility.INTERNAL,
                                    false));
            assertThat(config.kinds().find("intent_brief")).isPresent();
            assertThat(setting(config, "kinds").value()).isEqualTo("review_request, heads_up");
            assertThat(setting(config, "kinds").from()).isEqualTo(file() + ":1");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                textBlock =
                        """
                        ack: {act: say}                 | kinds.ack is a standard kind, which configuration cannot change
                        x: {visibility: internal}       | kinds.x.act is missing
                        x: {act: system}                | kinds.x.act must not be system, which is the hub's own
                        x: {act: say, expects_reply: 1} | kinds.x.expects_reply is not known; did you mean expects-reply?
                        x: {act: say, expects-reply: 1} | kinds.x.expects-reply must be true or false, was 1
                        x: {act: say, managed: down}    | kinds.x.managed must be a list, such as [down, up], was "down"
                        x: {act: say, tree: [sideways]} | kinds.x.tree must be one of down, up, to_user
                        x: say                          | kinds.x must be a row
                        'a b': {act: say}               | kind must be 1 to 128 letters
                        """)
        void aWrongRowIsRefused(String row, String complaint) throws IOException {
            yaml("kinds:\n  " + row + "\n");

            assertThatThrownBy(() -> resolve(Map.of()))
                    .hasMessageStartingWith(complaint)
                    .hasMessageEndingWith("(from " + file() + ":1)");
        }
    }

    private Config resolve(Map<String, String> flags) {
        return resolve(flags, Map.of());
    }

    private Config resolve(Map<String, String> flags, Map<String, String> environment) {
        var all = new HashMap<>(flags);
        all.put("--data", data.toString());
        return Config.resolve(all, environment);
    }

    private void assertRefused(Map<String, String> flags, String sentence) {
        assertThatThrownBy(() -> resolve(flags))
                .isInstanceOf(ParleyException.class)
                .hasMessage(sentence);
    }

    private static Setting setting(Config config, String key) {
        return config.settings().stream()
                .filter(s -> s.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private Path file() {
        return data.resolve("parley.yaml");
    }

    private void yaml(String content) throws IOException {
        Files.writeString(file(), content);
    }
}
