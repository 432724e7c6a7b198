package dev.parley.e2e;

import dev.parley.e2e.crash.CrashTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** {@code ./parley selftest}: the trials that take as long as you like. */
public final class Main {
    private static final String HELP =
            """
            Usage: ./parley selftest [--crash CYCLES] [--seed NUMBER]

            Starts a hub of its own in a new folder, lets four producers and four consumers write and
            read, kills the hub at random moments, and compares its log with what they had noted.

              --crash CYCLES   how often to kill it, else 20
              --seed NUMBER    the moments of an earlier trial, else new ones
              --help           this text

            Exit codes: 0 nothing lost, doubled or out of order; 1 otherwise; 2 not understood.
            """;

    private Main() {}

    public static void main(String[] args) throws IOException {
        System.exit(run(args));
    }

    private static int run(String... args) throws IOException {
        int cycles = 20;
        long seed = System.nanoTime();
        for (int i = 0; i < args.length; i += 2) {
            var value = i + 1 < args.length ? args[i + 1] : "";
            if (args[i].equals("--help") || args[i].equals("-h")) {
                System.out.print(HELP);
                return 0;
            } else if (args[i].equals("--crash") && value.matches("[1-9]\\d{0,6}")) {
                cycles = Integer.parseInt(value);
            } else if (args[i].equals("--seed") && value.matches("-?\\d{1,18}")) {
                seed = Long.parseLong(value);
            } else {
                System.err.print(HELP);
                return 2;
            }
        }
        return crash(cycles, seed);
    }

    private static int crash(int cycles, long seed) throws IOException {
        var home = Path.of(System.getProperty("parley.home", "."));
        var data =
                Files.createTempDirectory(
                        Files.createDirectories(home.resolve("target")), "crash-");
        var result = new CrashTrial(data, cycles, seed, System.out::println).run();
        System.out.println(result);
        if (!result.isClean()) {
            System.out.println("the data is kept in " + data);
            return 1;
        }
        try (var files = Files.walk(data)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        return 0;
    }
}
