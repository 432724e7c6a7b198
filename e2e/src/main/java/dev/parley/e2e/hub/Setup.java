package dev.parley.e2e.hub;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a hub is started.
 *
 * @param prefix what stands before {@code java} on the command line, such as strace
 * @param settings configuration keys with their values
 * @param port 0 for any that is free
 */
public record Setup(Path data, List<String> prefix, List<String> settings, int port) {
    public Setup {
        prefix = List.copyOf(prefix);
        settings = List.copyOf(settings);
    }

    /** The same hub, run by another program. */
    public Setup under(String... program) {
        return new Setup(data, List.of(program), settings, port);
    }

    /** The same hub with one setting more. */
    public Setup with(String key, String value) {
        var more = new ArrayList<>(settings);
        more.add(key + "=" + value);
        return new Setup(data, prefix, more, port);
    }

    /** The same hub where another has listened before. */
    public Setup at(int number) {
        return new Setup(data, prefix, settings, number);
    }

    /** Starts it and waits until it listens. */
    public Hub start() {
        var hub = launch();
        hub.awaitReady();
        return hub;
    }

    /** Starts it without waiting for anything. */
    public Hub launch() {
        var arguments =
                new ArrayList<>(
                        List.of(
                                "serve",
                                "--port",
                                Integer.toString(port),
                                "--data",
                                data.toString()));
        for (var setting : settings) {
            arguments.add("--set");
            arguments.add(setting);
        }
        return new Hub(data, Running.start(Jar.command(prefix, arguments)));
    }
}
