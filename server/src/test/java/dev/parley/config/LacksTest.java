package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class LacksTest {
    @TempDir Path data;

    @Test
    void programsThatAreNotThereAndFoldersThatAreNoneAreSaid() throws IOException {
        var there = Files.createDirectory(data.resolve("there"));
        var plain = Files.writeString(there.resolve("plain"), "no program");
        var tool = Files.writeString(there.resolve("tool"), "a program");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        var lacks =
                lacks(
                        """
                        sessions: {roots: "%1$s:%1$s/gone"}
                        models: {ollama: {base-url: "http://127.0.0.1:1"}}
                        agents:
                          found: {host: command, command: tool}
                          named: {host: stdio, command: "%2$s"}
                          own: {host: command, command: hers, env: {PATH: "%1$s"}}
                          typo: {host: acp, command: tol}
                          plain: {host: stdio, command: "%3$s"}
                          folder: {host: stdio, command: "%1$s"}
                          mind: {host: llm, model: "ollama:small"}
                        """
                                .formatted(there, tool, plain),
                        Map.of("PATH", there.toString()));
        assertThat(lacks)
                .containsExactly(
                        "sessions.roots names " + there.resolve("gone") + ", which is no folder",
                        missing("own", "hers"),
                        missing("typo", "tol"),
                        missing("plain", plain.toString()),
                        missing("folder", there.toString()));
    }

    private static String missing(String agent, String command) {
        return "agents.%s.command is %s, but there is no such program that can be run; install it, or give its full path"
                .formatted(agent, command);
    }

    private List<String> lacks(String yaml, Map<String, String> environment) throws IOException {
        Files.writeString(data.resolve("parley.yaml"), yaml);
        return Lacks.of(
                Config.resolve(Map.of("--data", data.toString()), environment), environment);
    }
}
