package dev.parley.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files of the class path, read when somebody asks for them first. There are only so many in the
 * jar; one that lies in a folder may change and is read each time.
 */
final class Shelf {
    private final Map<String, Asset> kept = new ConcurrentHashMap<>();

    Optional<Asset> find(String path, String type) {
        var known = kept.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        var place = Shelf.class.getResource("/" + path);
        if (place == null) {
            return Optional.empty();
        }
        var asset = new Asset(type, read(path));
        if (!place.getProtocol().equals("file")) {
            kept.put(path, asset);
        }
        return Optional.of(asset);
    }

    static byte[] read(String path) {
        try (var in = Shelf.class.getResourceAsStream("/" + path)) {
            return Objects.requireNonNull(in, path).readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
