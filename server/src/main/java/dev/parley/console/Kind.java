package dev.parley.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which files are handed out, and as what. */
final class Kind {
    static final String HTML = "text/html; charset=utf-8";

    private static final Map<String, String> BY_ENDING =
            Map.of(
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml",
                    "png", "image/png");

    private Kind() {}

    /** Nothing for files of other kinds, and for paths that could lead elsewhere. */
    static Optional<String> of(List<String> path) {
        if (!path.stream().allMatch(name -> name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"))) {
            return Optional.empty();
        }
        var file = path.getLast();
        return Optional.ofNullable(BY_ENDING.get(file.substring(file.lastIndexOf('.') + 1)));
    }
}
