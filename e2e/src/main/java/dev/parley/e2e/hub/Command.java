package dev.parley.e2e.hub;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A command of the real jar that ended: how, and what it said. */
public record Command(int status, String out, String err) {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Runs one command to its end. */
    public static Command parley(String... arguments) {
        return run(Jar.command(List.of(), List.of(arguments)));
    }

    /** The same for somebody whose home this folder is. */
    public static Command parleyOf(Path home, String... arguments) {
        return run(Jar.command(List.of("env", "HOME=" + home), List.of(arguments)));
    }

    /** Runs any program to its end. */
    public static Command run(List<String> command) {
        try (var process = Running.start(command)) {
            return new Command(process.awaitEnd(LONGEST), process.out(), process.err());
        }
    }
}
