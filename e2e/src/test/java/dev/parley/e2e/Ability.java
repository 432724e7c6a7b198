package dev.parley.e2e;

import dev.parley.e2e.hub.Command;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What a test needs of the machine beyond a JDK. Where it is not permitted the test is skipped and
 * says why; with {@code -Dparley.faults=required}, as ./verify sets on Linux, it fails instead.
 */
public enum Ability {
    TRACING("strace -f -o /dev/null true"),
    MOUNTING(String.join(" ", namespace()) + " mount -t tmpfs -o size=1m tmpfs /mnt"),
    CONFINING(String.join(" ", processes()) + " " + String.join(" ", few(64)) + " true"),
    TERMINAL("script -qec true /dev/null"),
    BROWSER("chromium --version");

    private final String attempt;

    Ability(String attempt) {
        this.attempt = attempt;
    }

    public void require() {
        var trouble = trouble();
        if (trouble.isEmpty()) {
            return;
        }
        var reason = "'" + attempt + "' does not work here: " + trouble;
        if (System.getProperty("parley.faults", "").equals("required")) {
            Assertions.fail(reason + "; -Dparley.faults=optional skips what needs it");
        }
        Assumptions.abort(reason);
    }

    /** Runs a program where its mounts are its own; root needs no namespace of users for that. */
    static List<String> namespace() {
        return isRoot()
                ? List.of("unshare", "--mount")
                : List.of("unshare", "--map-root-user", "--mount");
    }

    /** Runs a program whose processes all end with it, wherever they went. */
    static List<String> processes() {
        var command = new ArrayList<>(namespace());
        command.addAll(List.of("--pid", "--fork", "--kill-child", "--mount-proc"));
        return command;
    }

    /** Runs a program that may have so many processes; root would not be held to that. */
    static List<String> few(int most) {
        var limit = List.of("prlimit", "--nproc=" + most);
        var nobody = List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups");
        return Stream.concat(limit.stream(), isRoot() ? nobody.stream() : Stream.empty()).toList();
    }

    private static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
    }

    private String trouble() {
        try {
            var tried = Command.run(List.of(attempt.split(" ")));
            return tried.status() == 0 ? "" : "it ended with " + tried.status() + " " + tried.err();
        } catch (UncheckedIOException missing) {
            return String.valueOf(missing.getMessage());
        }
    }
}
