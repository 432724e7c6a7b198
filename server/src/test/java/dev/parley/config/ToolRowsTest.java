package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.Space;
import dev.parley.tool.server.Reach;
import dev.parley.tool.server.ToolClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolRowsTest {
    @TempDir Path data;

    private Config resolve(String yaml) throws IOException {
        Files.writeString(data.resolve("parley.yaml"), yaml);
        return Config.resolve(Map.of("--data", data.toString()), Map.of("KEY", "s3cret"));
    }

    @Test
    void serversAreReadWithTheirRulesAndWithTheHubsVariables() throws IOException {
        var config =
                resolve(
                        """
                        tools:
                          servers:
                            files:
                              command: npx
                              args: [-y, server]
                              env: {TOKEN: "a ${KEY}"}
                              class: read
                              timeout: 5
                              tools:
                                write: {class: mutating, approval: always, max-output: 2 KiB}
                            search:
                              url: https://example.org:8080/mcp?key=1
                              headers: {Authorization: "Bearer ${KEY}"}
                              spaces: [default, team]
                          agents:
                            bob: {allow: ["files__*"]}
                        """);
        var files = config.tools().servers().getFirst();
        assertThat(((Reach.Stdio) files.reach()).env()).containsEntry("TOKEN", "a s3cret");
        assertThat(files.spaces()).containsExactly(Space.DEFAULT);
        var write = files.handling("write", null);
        assertThat(write.kind()).isEqualTo(ToolClass.MUTATING);
        assertThat(write.needsApproval()).isTrue();
        assertThat(write.maxOutput()).isEqualTo(2048);
        assertThat(write.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(files.handling("other", null).kind()).isEqualTo(ToolClass.READ);
        var search = config.tools().servers().getLast();
        assertThat(((Reach.Http) search.reach()).headers())
                .containsEntry("Authorization", "Bearer s3cret");
        assertThat(search.spaces()).isEqualTo(Set.of(Space.DEFAULT, new Space("team")));
        assertThat(config.tools().policy().agents()).containsOnlyKeys("bob");
        assertThat(config.settings())
                .filteredOn(setting -> setting.key().equals("tools"))
                .extracting(Setting::value)
                .containsExactly("files (npx), search (https://example.org:8080/mcp)");
    }

    @Test
    void aSecretThatCannotBeSentIsNotRepeated() throws IOException {
        var row = "{servers: {a: {url: 'http://x', headers: {Authorization: \"%s\"}}}}";
        assertThatThrownBy(() -> resolve("tools: " + row.formatted("one\\ns3cret") + "\n"))
                .hasMessageContaining("a.headers.Authorization cannot be sent")
                .hasMessageNotContaining("s3cret");
        var config = resolve("tools: " + row.formatted(" s3cret\\n") + "\n");
        var reach = (Reach.Http) config.tools().servers().getFirst().reach();
        assertThat(reach.headers()).containsEntry("Authorization", "s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | tools must hold keys and values",
                "{server: {}} | tools.server is not known; did you mean servers?",
                "{servers: {a: {}}} | tools.servers.a must have either a command or a url",
                "{servers: {a_b: {command: x}}} | tools.servers.a_b must be named by small letters",
                "{servers: {a: {command: x, headers: {}}}} | a.headers does not go with a command",
                "{servers: {a: {url: 'ftp://x'}}} | a.url must be an http or https address",
                "{servers: {a: {command: x, class: odd}}} | a.class must be one of read,",
                "{servers: {a: {command: x, timeout: 0}}} | a.timeout must be a number of seconds between 1 and 3600",
                "{servers: {a: {command: x, trust-hints: 1}}} | trust-hints must be true or false",
                "{servers: {a: {command: x, env: {A: '${NONE}'}}}} | names the variable NONE",
                "{servers: {a: {url: 'http://x', headers: {Host: y}}}} | a.headers.Host cannot be",
                "{servers: {a: {command: x, tools: {t: {clas: read}}}}} | t.clas is not known",
                "{agents: {bob: {allow: x}}} | tools.agents.bob.allow must be a list",
            })
    void whatIsWrongIsNamed(String tools, String complaint) {
        assertThatThrownBy(() -> resolve("tools: " + tools + "\n"))
                .hasMessageContaining(complaint)
                .hasMessageContaining("parley.yaml:1");
    }
}
