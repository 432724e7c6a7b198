package dev.parley.access;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.PrivateFiles;
import dev.parley.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The owner's token in the data folder, by which the local command line is let in. */
public final class OwnerToken {
    private final Path file;
    private final Store store;
    private final Tokens tokens;

    public OwnerToken(Path file, Store store, Tokens tokens) {
        this.file = file;
        this.store = store;
        this.tokens = tokens;
    }

    /**
     * Makes one unless the file holds one that is good; whoever may write the folder owns the hub.
     */
    public Optional<Secret> ensure() {
        try {
            if (Files.exists(file) && isGood(new Secret(Files.readString(file).strip()))) {
                return Optional.empty();
            }
            var wanted = new Tokens.Wanted(Space.DEFAULT, Role.OWNER, "owner", null, null);
            var secret = store.write(tokens.issue(wanted)).secret();
            write(secret);
            return Optional.of(secret);
        } catch (IOException failed) {
            throw new ParleyException(Problem.DATA_UNUSABLE, "cannot write " + file, failed);
        }
    }

    private boolean isGood(Secret secret) {
        try {
            return tokens.authenticate(secret).role() == Role.OWNER;
        } catch (ParleyException _) {
            return false;
        }
    }

    private void write(Secret secret) throws IOException {
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        PrivateFiles.createFile(fresh);
        Files.writeString(fresh, secret.value() + System.lineSeparator());
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
