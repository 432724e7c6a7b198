package dev.parley.tool;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A {@link Workbench} as a program that is spoken to over its standard input and output. */
public final class StdioWorkbench {
    private StdioWorkbench() {}

    /** Runs until its input ends; a stubborn one not even then. */
    public static void main(String[] args) throws IOException {
        var kind = List.of(args);
        var bench = new Workbench(kind.contains("stateless"));
        System.out.println("this line is no message");
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var message = Json.parse(line);
            Thread.startVirtualThread(() -> answer(bench, message));
        }
        while (kind.contains("stubborn")) {
            LockSupport.parkNanos(1_000_000_000);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void answer(Workbench bench, JsonNode message) {
        try {
            var answer = bench.answer(message, StdioWorkbench::say);
            if (answer != null) {
                say(answer);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static synchronized void say(ObjectNode message) {
        System.out.println(Json.write(message));
    }

    /** The command that runs it, as a row of {@code parley.yaml} has it. */
    public static String row(String... args) {
        var command =
                new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(
                Stream.of(
                                StdioWorkbench.class,
                                Json.class,
                                ObjectMapper.class,
                                JsonFactory.class,
                                JsonProperty.class)
                        .map(StdioWorkbench::source)
                        .collect(Collectors.joining(File.pathSeparator)));
        command.add(StdioWorkbench.class.getName());
        command.addAll(List.of(args));
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var list = Json.array();
        command.forEach(list::add);
        return "command: " + java + "\n      args: " + list;
    }

    private static String source(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
