package dev.parley;

import dev.parley.cli.Shell;
import dev.parley.config.Config;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a hub is set up from the command line; everything else is in parley.yaml. */
final class ServeOptions {
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
