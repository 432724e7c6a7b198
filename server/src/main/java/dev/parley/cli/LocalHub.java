package dev.parley.cli;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What a hub leaves in its data folder for the command line: its address in {@code parley.lock},
 * the owner's token in {@code owner.token}.
 *
 * <p>The owner's token only ever goes to this machine, and never to the address of a hub that has
 * ended: whatever listens there now may be somebody else's.
 */
final class LocalHub {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final Path folder;
    private final Shell shell;

    LocalHub(Path folder, Shell shell) {
        this.folder = folder;
        this.shell = shell;
    }

    HubAddress address(Optional<String> url, Optional<String> token) {
        var hub = url.map(LocalHub::parse).orElseGet(this::running);
        if (token.isPresent()) {
            return new HubAddress(hub, token.get().strip(), "--token or PARLEY_TOKEN");
        }
        if (url.isPresent() && !isThisMachine(hub)) {
            throw new ParleyException(
                    Problem.UNAUTHENTICATED,
                    "a token for " + hub + " is needed; give it with --token or PARLEY_TOKEN");
        }
        var file = folder.resolve("owner.token");
        return new HubAddress(hub, ownerToken(file), shell.shown(file));
    }

    private URI running() {
        return announced().map(LocalHub::parse).orElseThrow(this::noHub);
    }

    /** The address of the hub that runs on the folder. */
    private Optional<String> announced() {
        return DataFolder.running(folder).map(DataFolder.Holder::url).filter(url -> !url.isBlank());
    }

    /** Whether the folder holds a store that no hub is running on. */
    boolean isStopped() {
        return announced().isEmpty() && Files.exists(folder.resolve("parley.db"));
    }

    private ParleyException noHub() {
        var isDefault = folder.equals(shell.home().resolve(".parley"));
        return new ParleyException(
                Problem.UNREACHABLE,
                "no hub is running on "
                        + shell.shown(folder)
                        + "; start one with ./parley serve"
                        + (isDefault ? "" : " --data " + shell.shown(folder))
                        + (isDemoRunning()
                                ? "; the demo's has --data " + shell.shown(demo())
                                : ""));
    }

    private boolean isDemoRunning() {
        return DataFolder.running(demo()).isPresent();
    }

    private Path demo() {
        return shell.demoFolder();
    }

    private String ownerToken(Path file) {
        return read(file)
                .map(String::strip)
                .filter(token -> !token.isEmpty())
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.UNAUTHENTICATED,
                                        "there is no "
                                                + shell.shown(file)
                                                + "; give a token with --token or PARLEY_TOKEN"));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URI parse(String url) {
        try {
            var hub = URI.create(url.strip());
            if (hub.getHost() != null && SCHEMES.contains(hub.getScheme())) {
                return hub;
            }
        } catch (IllegalArgumentException e) {
            // it is none, as is said below
        }
        throw new BadUsage("a hub's address is http://host:port or https://…, not " + url);
    }

    private static boolean isThisMachine(URI hub) {
        try {
            return hub.getHost() != null
                    && InetAddress.getByName(hub.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
