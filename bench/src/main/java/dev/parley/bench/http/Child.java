package dev.parley.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A server in a process of its own, with the options that this JVM was started with. */
public final class Child implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("listening on (http://\\S+)");
    private static final int STOP_SECONDS = 15;

    private final Process process;
    private final Thread reaper;
    private final URI url;

    private Child(Process process, Thread reaper, URI url) {
        this.process = process;
        this.reaper = reaper;
        this.url = url;
    }

    /** A hub that lets agents send as fast as they can. */
    public static Child hub(Path jar, Path data) throws IOException {
        return hub(List.of("-jar", jar.toString()), data);
    }

    /** The same, by the options of java that name its program. */
    public static Child hub(List<String> program, Path data) throws IOException {
        var arguments = new ArrayList<>(program);
        arguments.addAll(
                List.of(
                        "serve",
                        "--data",
                        data.toString(),
                        "--port",
                        "0",
                        "--set",
                        "limits.pair-rate=0",
                        "--set",
                        "limits.agent-rate=0"));
        return java(arguments);
    }

    /** Starts it; it is up once it has said where it listens. */
    public static Child java(List<String> arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X") && !option.contains("FlightRecording"))
                .forEach(command::add);
        command.addAll(arguments);
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var reaper = Thread.ofPlatform().unstarted(process::destroy);
        Runtime.getRuntime().addShutdownHook(reaper);
        return new Child(process, reaper, address(process));
    }

    private static URI address(Process process) throws IOException {
        var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var match = ADDRESS.matcher(line);
            if (match.find()) {
                // A virtual thread would hold on to its carrier while it reads from a process.
                Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(_ -> {}));
                return URI.create(match.group(1));
            }
        }
        throw new IOException("the server ended before it listened; the reason stands above");
    }

    public URI url() {
        return url;
    }

    public Vitals vitals() throws IOException {
        return Vitals.of(process.toHandle());
    }

    long cpuNanos() {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS).join();
        process.destroyForcibly();
        Runtime.getRuntime().removeShutdownHook(reaper);
    }
}
