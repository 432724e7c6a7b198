package dev.parley.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.Set;
import java.util.regex.Pattern;

/** The text of somebody's configuration file: read whole, replaced in one step or not at all. */
record ConfigText(Path file) {
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    /** Where in the source, which the parser does not know. */
    private static final Pattern SOURCE = Pattern.compile(" \\(start marker at .*\\)");

    /** Empty when there is no such file. */
    String read() {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Writes what holds a secret: a new file is its owner's alone, one that is there keeps its
     * rights.
     */
    void write(String text) {
        try {
            if (Files.notExists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                PrivateFiles.createFile(file);
            }
            // Whoever keeps such files elsewhere has a link here, which is to stay one.
            var real = file.toRealPath();
            var fresh = real.resolveSibling(real.getFileName() + ".parley-new");
            Files.copy(
                    real,
                    fresh,
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(fresh, text);
            Files.move(fresh, real, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Whether others on this machine may read it, as far as the system can say. */
    boolean isReadByOthers() {
        try {
            return !Collections.disjoint(Files.getPosixFilePermissions(file), OTHERS);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** What is wrong with a text that its owner, or their program, has to mend. */
    ParleyException broken(String format, JsonProcessingException e) {
        var place = e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
        var why = SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
        return new ParleyException(
                Problem.BAD_VALUE,
                file
                        + place
                        + ": not valid "
                        + format
                        + " ("
                        + why.lines().findFirst().orElse("")
                        + ")",
                e);
    }

    ParleyException unfit(String why) {
        return new ParleyException(Problem.BAD_VALUE, file + ": " + why);
    }

    /** An entry that is not ours to change. */
    ParleyException foreign(String key) {
        return new ParleyException(
                Problem.CONFLICTING_FIELDS,
                file + " has a " + key + " that ./parley connect did not write; take it out first");
    }

    private static ParleyException failed(IOException e) {
        return new ParleyException(Problem.BAD_VALUE, FileProblem.sentence(e), e);
    }
}
