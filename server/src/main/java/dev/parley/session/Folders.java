package dev.parley.session;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The folders in which agents may work that the hub runs. */
public record Folders(List<Path> roots) {
    public Folders {
        roots = List.copyOf(roots);
    }

    /** The folder itself, if it lies under a root, links followed; the first root if none is. */
    public Path require(@Nullable String cwd) {
        if (cwd == null) {
            return roots.getFirst();
        }
        try {
            var asked = Path.of(cwd);
            var real = (asked.isAbsolute() ? asked : roots.getFirst().resolve(asked)).toRealPath();
            for (var root : roots) {
                if (Files.isDirectory(root) && real.startsWith(root.toRealPath())) {
                    if (!Files.isDirectory(real)) {
                        throw new ParleyException(Problem.BAD_VALUE, cwd + " is no folder");
                    }
                    return real;
                }
            }
        } catch (IOException | InvalidPathException _) {
            throw refused("there is no folder " + cwd + " there");
        }
        throw refused(cwd + " does not lie under any of them");
    }

    private ParleyException refused(String why) {
        var words = roots.stream().map(Path::toString).collect(Collectors.joining(", "));
        return new ParleyException(
                Problem.CWD_NOT_ALLOWED,
                "agents of this hub work under "
                        + words
                        + "; "
                        + why
                        + ". sessions.roots in parley.yaml allows others");
    }
}
