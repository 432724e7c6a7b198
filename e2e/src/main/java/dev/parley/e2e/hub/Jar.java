package dev.parley.e2e.hub;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The jar under test, and the java that runs it. */
final class Jar {
    /**
     * A heap that a busy machine can spare, several times over, and a compiler that is done soon:
     * most of these live for seconds.
     */
    private static final List<String> OPTIONS =
            List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1");

    private Jar() {}

    /** A command line for {@link ProcessBuilder}. */
    static List<String> command(List<String> prefix, List<String> arguments) {
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.add("-jar");
        command.add(path().toString());
        command.addAll(arguments);
        return command;
    }

    /** Takes away what the user of this machine has set for a hub of their own. */
    static void neutral(Map<String, String> environment) {
        environment.keySet().removeIf(name -> name.startsWith("PARLEY_"));
        environment.put("NO_COLOR", "1");
    }

    private static Path path() {
        var named = System.getProperty("parley.jar", "");
        if (named.isEmpty() || !Files.isRegularFile(Path.of(named))) {
            throw new IllegalStateException(
                    "-Dparley.jar must name the jar of the hub, was '" + named + "'");
        }
        return Path.of(named).toAbsolutePath();
    }
}
