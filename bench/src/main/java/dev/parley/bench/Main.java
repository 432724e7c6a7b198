package dev.parley.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** {@code ./parley bench}: everything that can be measured. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        var voice =
                new Voice(
                        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        System.exit(run(voice, args));
    }

    /** Runs one measurement: 0 done, 1 it failed or the gate is shut, 2 not understood. */
    static int run(Voice voice, String... args) {
        return new CommandLine(new Bench(voice))
                .addSubcommand(new StoreCommand(voice))
                .addSubcommand(new StartCommand(voice))
                .addSubcommand(new DeliveryCommand(voice))
                .addSubcommand(new ClaimCommand(voice))
                .addSubcommand(new McpCommand(voice))
                .addSubcommand(new SessionsCommand(voice))
                .setOut(voice.out())
                .setErr(voice.err())
                .execute(args);
    }
}
