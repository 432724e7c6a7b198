package dev.parley.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The processes that one start of a hub has begun, and whatever those have begun in turn, as
 * anybody sees them on Linux.
 *
 * @param hub by which that start marks them
 */
record Marked(String hub) {
    /** Those of the hub that has a folder now. */
    static Marked of(Path data) throws IOException {
        return new Marked(Files.readString(data.resolve("programs")).strip());
    }

    /** Those that are alive; one that has ended and waits to be noticed has no environment. */
    List<ProcessHandle> alive() {
        return ProcessHandle.allProcesses().filter(this::isOurs).toList();
    }

    private boolean isOurs(ProcessHandle process) {
        return environment(process)
                .filter(text -> text.contains("\0PARLEY_PROGRAM=" + hub + "."))
                .isPresent();
    }

    private static Optional<String> environment(ProcessHandle process) {
        var file = Path.of("/proc", Long.toString(process.pid()), "environ");
        try {
            return Optional.of("\0" + Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            // Somebody else's, or gone.
            return Optional.empty();
        }
    }
}
