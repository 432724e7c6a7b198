package dev.parley.e2e.hub;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a hub is started.
 *
 * @param prefix what stands before {@code java} on the command line, such as strace
 * @param settings configuration keys with their values
 */
public record Setup(Path data, List<String> prefix, List<String> settings) {
    public Setup {
        prefix = List.copyOf(prefix);
        settings = List.copyOf(settings);
    }

    /** The same hub, run by another program. */
    public Setup under(String... program) {
        return new Setup(data, List.of(program), settings);
    }

    /** The same hub with one setting more. */
    public Setup with(String key, String value) {
        var more = new ArrayList<>(settings);
        more.add(key + "=" + value);
        return new Setup(data, prefix, more);
    }

    /** The same hub where another listened before; otherwise it chooses a free port. */
    public Setup at(int port) {
        return with("server.port", Integer.toString(port));
    }

    /** Starts it and waits until it listens. */
    public Hub start() {
        var hub = launch();
        hub.awaitReady();
        return hub;
    }

    /** Starts it without waiting for anything. */
    public Hub launch() {
        var arguments = new ArrayList<>(List.of("serve", "--port", "0", "--data", data.toString()));
        for (var setting : settings) {
            arguments.add("--set");
            arguments.add(setting);
        }
        return new Hub(data, Running.start(Jar.command(prefix, arguments)));
    }
}
