package dev.parley.e2e;

import dev.parley.e2e.crash.CrashTrial;
import dev.parley.e2e.work.WorkTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** {@code ./parley selftest}: the trials that take as long as you like. */
public final class Main {
    private static final String HELP =
            """
            Usage: ./parley selftest [--crash CYCLES | --work TASKS] [--seed NUMBER]

            Starts a hub of its own in a new folder, lets four producers and four consumers write and
            read, kills the hub at random moments, and compares its log with what they had noted.
            Or has tasks done by fifty workers that differ in what they can, kills workers at random
            and the hub twice, and looks whether each task was completed once, by one that might.

              --crash CYCLES   how often to kill it, else 20
              --work TASKS     how many tasks to have done, such as 1000
              --seed NUMBER    the moments of an earlier trial, else new ones
              --help           this text

            Exit codes: 0 nothing lost, doubled or out of order; 1 otherwise; 2 not understood.
            """;

    private static final int WORKERS = 50;
    private static final int HUB_KILLS = 2;

    private Main() {}

    public static void main(String[] args) throws IOException {
        System.exit(run(args));
    }

    private static int run(String... args) throws IOException {
        int cycles = 20;
        int tasks = 0;
        long seed = System.nanoTime();
        for (int i = 0; i < args.length; i += 2) {
            var value = i + 1 < args.length ? args[i + 1] : "";
            if (args[i].equals("--help") || args[i].equals("-h")) {
                System.out.print(HELP);
                return 0;
            } else if (args[i].equals("--crash") && value.matches("[1-9]\\d{0,6}")) {
                cycles = Integer.parseInt(value);
            } else if (args[i].equals("--work") && value.matches("[1-9]\\d{0,6}")) {
                tasks = Integer.parseInt(value);
            } else if (args[i].equals("--seed") && value.matches("-?\\d{1,18}")) {
                seed = Long.parseLong(value);
            } else {
                System.err.print(HELP);
                return 2;
            }
        }
        return tasks > 0 ? work(tasks, seed) : crash(cycles, seed);
    }

    private static int work(int tasks, long seed) throws IOException {
        var data = folder("work-");
        var result =
                new WorkTrial(data, WORKERS, tasks, HUB_KILLS, seed, System.out::println).run();
        System.out.println(result);
        return tidy(data, result.isClean());
    }

    private static int crash(int cycles, long seed) throws IOException {
        var data = folder("crash-");
        var result = new CrashTrial(data, cycles, seed, System.out::println).run();
        System.out.println(result);
        return tidy(data, result.isClean());
    }

    private static Path folder(String prefix) throws IOException {
        var home = Path.of(System.getProperty("parley.home", "."));
        return Files.createTempDirectory(Files.createDirectories(home.resolve("target")), prefix);
    }

    private static int tidy(Path data, boolean isClean) throws IOException {
        if (!isClean) {
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
