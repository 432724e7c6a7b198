package dev.parley.program;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A program that the hub runs. It ends with the hub, and whatever it has started ends with it.
 *
 * <p>On Linux it leads a process group of its own and carries a mark, so that children which it has
 * let go are found too, and the kernel kills it when the hub dies without a word. That counts the
 * thread that started it as its parent, which is why one thread, which never ends, starts them all.
 * Elsewhere the end of its standard input is all that tells a program that the hub is gone.
 */
public final class Program {
    private static final List<String> GUARD =
            List.of("setsid", "setpriv", "--pdeathsig", "KILL", "--");

    /** What a program cannot do without; none of these is a secret. */
    private static final List<String> INHERITED =
            List.of(
                    "PATH",
                    "HOME",
                    "USER",
                    "LOGNAME",
                    "SHELL",
                    "LANG",
                    "LC_ALL",
                    "LC_CTYPE",
                    "TZ",
                    "TMPDIR",
                    "TEMP",
                    "TMP",
                    "SystemRoot",
                    "APPDATA",
                    "LOCALAPPDATA",
                    "PATHEXT",
                    "USERPROFILE",
                    "JAVA_HOME");

    private static final long GRACE_MILLIS = 2_000;
    private static final long MOMENT_MILLIS = 200;

    private static final ExecutorService STARTER =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("parley-program-starter").daemon().factory());

    private final Process process;
    private final boolean isGuarded;
    private final String mark;
    private final AtomicBoolean isEnded = new AtomicBoolean();

    private Program(Process process, boolean isGuarded, String mark) {
        this.process = process;
        this.isGuarded = isGuarded;
        this.mark = mark;
    }

    /**
     * What is to be run.
     *
     * @param problem what it is when it cannot be
     */
    public record Spec(
            Problem problem,
            String command,
            List<String> args,
            Map<String, String> env,
            @Nullable Path cwd) {
        public Spec {
            args = List.copyOf(args);
            env = Map.copyOf(env);
        }

        private ParleyException unavailable(String why) {
            return new ParleyException(problem, why);
        }
    }

    public static Program start(Spec program) {
        var environment = environment(program.env());
        requireExecutable(program, environment.getOrDefault("PATH", ""));
        boolean isGuarded = Guard.WORKS;
        var command = new ArrayList<String>(isGuarded ? GUARD : List.of());
        command.add(program.command());
        command.addAll(program.args());
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        var mark = Strays.mark();
        builder.environment().put(Strays.MARK, mark);
        if (program.cwd() != null) {
            builder.directory(program.cwd().toFile());
        }
        return new Program(onStarter(program, builder::start), isGuarded, mark);
    }

    private static Process onStarter(Spec program, Callable<Process> start) {
        try {
            return STARTER.submit(start).get();
        } catch (ExecutionException failed) {
            throw program.unavailable("it cannot be started: " + failed.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    private static Map<String, String> environment(Map<String, String> configured) {
        var all = new HashMap<String, String>();
        for (var name : INHERITED) {
            var value = System.getenv(name);
            if (value != null) {
                all.put(name, value);
            }
        }
        all.putAll(configured);
        return all;
    }

    /** Under a guard nobody else would say clearly that there is no such program. */
    private static void requireExecutable(Spec program, String path) {
        if (program.cwd() != null && !Files.isDirectory(program.cwd())) {
            throw program.unavailable("its cwd " + program.cwd() + " is no folder");
        }
        var base = program.cwd() == null ? Path.of("") : program.cwd();
        if (!isThere(program.command(), path, base)) {
            throw program.unavailable(
                    "there is no program "
                            + program.command()
                            + "; install it, or give its full path in parley.yaml");
        }
    }

    /**
     * Whether there is a program that can be run.
     *
     * @param path where it is looked for when it is only named
     * @param base the folder that a path to it begins at
     */
    public static boolean isThere(String name, String path, Path base) {
        if (isWindows()) {
            return true;
        }
        var command = Path.of(name);
        if (command.getNameCount() > 1 || command.isAbsolute()) {
            return isProgram(base.resolve(command));
        }
        return List.of(path.split(File.pathSeparator)).stream()
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder).resolve(command))
                .anyMatch(Program::isProgram);
    }

    private static boolean isProgram(Path file) {
        return Files.isExecutable(file) && !Files.isDirectory(file);
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }

    public Process process() {
        return process;
    }

    /** Has something done once it has ended, by whatever end. */
    public void afterwards(Runnable work) {
        var _ = process.onExit().thenRun(work);
    }

    /** How it ended, in words; one that has closed its output may need a moment more for it. */
    public String ending() {
        await(MOMENT_MILLIS);
        return process.isAlive() ? "it does not answer" : "it has ended with " + code();
    }

    private String code() {
        return "code " + process.exitValue();
    }

    /** Lets it end of its own accord for a moment, then ends it and whatever it has started. */
    public void end() {
        if (!isEnded.compareAndSet(false, true)) {
            return;
        }
        // Once it has ended nobody is its child any more.
        var kin = process.isAlive() ? process.descendants().toList() : List.<ProcessHandle>of();
        // Whoever still writes to it keeps this waiting until it is gone.
        Thread.ofPlatform().daemon().name("parley-program-closer").start(this::closeInput);
        await(GRACE_MILLIS);
        kin.forEach(ProcessHandle::destroyForcibly);
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (isGuarded) {
            killGroup();
        }
        Strays.end(mark);
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // It has closed its end already.
        }
    }

    private void await(long millis) {
        try {
            var _ = process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void killGroup() {
        try {
            new ProcessBuilder("kill", "-KILL", "--", "-" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException _) {
            // Nothing is left to try.
        }
    }

    /** Whether this machine can tie a program's life to the hub's; looked at once. */
    private static final class Guard {
        static final boolean WORKS = works();

        private static boolean works() {
            if (!System.getProperty("os.name", "").equals("Linux")) {
                return false;
            }
            try {
                var command = new ArrayList<>(GUARD);
                command.add("true");
                var trial = new ProcessBuilder(command).start();
                return trial.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS) && trial.exitValue() == 0;
            } catch (IOException _) {
                return false;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
