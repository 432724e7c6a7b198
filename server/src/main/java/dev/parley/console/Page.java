package dev.parley.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one page of the console: {@code index.html} with the map of what modules import, which is the
 * only inline script that the policy allows.
 */
final class Page {
    /** Where in index.html the map goes. */
    static final String MARK = "<!-- libraries -->";

    private static final String FILE = "console/index.html";

    private final Shelf shelf;
    private volatile @Nullable Made made;

    /** What was made of a file. */
    private record Made(Asset file, Asset page) {}

    private static final String MAP = Json.write(imports());

    /** What browsers may do on behalf of the console, and nobody else. */
    static final String POLICY =
            String.join(
                    "; ",
                    "default-src 'none'",
                    "script-src 'self' 'sha256-" + hash(MAP) + "'",
                    "style-src 'self'",
                    "img-src 'self' data:",
                    "connect-src 'self'",
                    "font-src 'none'",
                    "base-uri 'none'",
                    "form-action 'self'",
                    "frame-ancestors 'none'");

    Page(Shelf shelf) {
        this.shelf = shelf;
    }

    Asset get() {
        var file = shelf.find(FILE, Kind.HTML).orElseThrow();
        var known = made;
        if (known == null || known.file != file) {
            known = new Made(file, new Asset(Kind.HTML, filled(file.bytes())));
            made = known;
        }
        return known.page;
    }

    private static byte[] filled(byte[] file) {
        var html = new String(file, StandardCharsets.UTF_8);
        if (!html.contains(MARK)) {
            throw new IllegalStateException(FILE + " has no " + MARK);
        }
        return html.replace(MARK, libraries()).getBytes(StandardCharsets.UTF_8);
    }

    private static String libraries() {
        return Stream.of(Library.values())
                .flatMap(library -> library.parts().stream())
                .map(file -> "<link rel=\"modulepreload\" href=\"" + file + "\">")
                .collect(
                        Collectors.joining(
                                "\n", "<script type=\"importmap\">" + MAP + "</script>\n", ""));
    }

    private static ObjectNode imports() {
        var body = Json.object();
        var imports = body.putObject("imports");
        for (var library : Library.values()) {
            imports.put(library.importName(), library.main());
            imports.put(library.importName() + "/", library.folder());
        }
        return body;
    }

    private static String hash(String script) {
        return Base64.getEncoder().encodeToString(Sha256.of(script));
    }
}
