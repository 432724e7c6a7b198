package dev.parley;

import dev.parley.cli.Shell;
import dev.parley.config.Config;
import dev.parley.demo.DemoFolder;
import dev.parley.demo.Pace;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a hub is set up from the command line; everything else is in parley.yaml. */
final class ServeOptions {
    private static final int USUAL_PORT = 7420;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "the folder that keeps it all, else PARLEY_DATA, else ~/.parley")
    private @Nullable String data;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "the port to listen on, else 7420; 0 takes any that is free")
    private @Nullable String port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "the address to listen on, else 127.0.0.1")
    private @Nullable String host;

    @Option(
            names = "--behind-proxy",
            description = "a proxy in front speaks TLS, so other addresses than loopback are fine")
    private boolean behindProxy;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "a PostgreSQL to use instead of SQLite in the data folder")
    private @Nullable String store;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the file to read, else parley.yaml in the data folder")
    private @Nullable String config;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "any other key; ./parley config check lists them")
    private Map<String, String> others = new LinkedHashMap<>();

    @Option(
            names = "--demo",
            description = "have scripted agents play a story that you can join, and keep nothing")
    private boolean demo;

    @Option(
            names = "--demo-pace",
            paramLabel = "SECONDS",
            defaultValue = "2",
            hidden = true,
            description = "for each beat of the story (${DEFAULT-VALUE})")
    private int pace;

    boolean isDemo() {
        return demo;
    }

    Pace pace() {
        return Pace.ofBeat(Duration.ofSeconds(Math.max(0, pace)));
    }

    /** Where a demo keeps everything: nowhere for long, unless a folder is named. */
    DemoFolder demoFolder(Shell shell) {
        if (store != null || config != null || !others.isEmpty()) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a demo has a store and a configuration of its own: leave --store, --config and"
                            + " --set out");
        }
        if (data == null) {
            return DemoFolder.passing(shell.demoFolder());
        }
        var chosen = shell.path(data);
        if (chosen.equals(shell.home().resolve(".parley"))) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "~/.parley is for a hub of your own; give --demo another folder with --data");
        }
        return DemoFolder.kept(chosen);
    }

    /** What is set for somebody's own hub, in the environment or a file, is not for a demo. */
    Config resolveDemo(DemoFolder folder) {
        var flags = new LinkedHashMap<String, String>();
        put(flags, "--data", folder.path().toString());
        put(flags, "--port", port == null ? freePort() : port);
        put(flags, "--host", host);
        put(flags, "--behind-proxy", behindProxy ? "true" : null);
        return Config.resolve(flags, Map.of());
    }

    /** The usual port, or any when a hub of one's own has that. */
    private static @Nullable String freePort() {
        try (var usual = new Socket()) {
            usual.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), USUAL_PORT), 500);
            return "0";
        } catch (IOException nobody) {
            return null;
        }
    }

    Config resolve(Shell shell) {
        var flags = new LinkedHashMap<>(others);
        put(flags, "--data", data);
        put(flags, "--port", port);
        put(flags, "--host", host);
        put(flags, "--store", store);
        put(flags, "--config", config);
        put(flags, "--behind-proxy", behindProxy ? "true" : null);
        return Config.resolve(flags, shell.env());
    }

    private static void put(Map<String, String> flags, String name, @Nullable String value) {
        if (value != null) {
            flags.put(name, value);
        }
    }
}
