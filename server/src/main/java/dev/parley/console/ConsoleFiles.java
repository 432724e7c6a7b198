package dev.parley.console;

import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Arrays;
import java.util.List;

/** What a browser loads: the page, our own files and those of libraries. */
final class ConsoleFiles {
    private static final String REVALIDATED = "no-cache";

    /** A version's files never change. */
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";

    private final Shelf shelf = new Shelf();
    private final Page page = new Page(shelf);

    /** Whatever the view; the page itself reads the address. */
    Answer page(Call call) {
        return guarded(page.get().answer(call).with("Cache-Control", REVALIDATED));
    }

    Answer own(Call call) {
        return file(call, "console/", REVALIDATED, "file");
    }

    Answer ownInFolder(Call call) {
        return file(call, "console/", REVALIDATED, "folder", "file");
    }

    Answer library(Call call) {
        return file(call, "META-INF/resources/_static/", FOR_GOOD, "library", "version", "file");
    }

    Answer libraryInFolder(Call call) {
        return file(
                call,
                "META-INF/resources/_static/",
                FOR_GOOD,
                "library",
                "version",
                "folder",
                "file");
    }

    private Answer file(Call call, String root, String caching, String... names) {
        var segments = Arrays.stream(names).map(call::path).toList();
        return Kind.of(segments)
                .flatMap(type -> shelf.find(root + String.join("/", segments), type))
                .map(asset -> asset.answer(call).with("Cache-Control", caching))
                .map(ConsoleFiles::guarded)
                .orElseThrow(() -> nothing(segments));
    }

    private static ParleyException nothing(List<String> segments) {
        return new ParleyException(
                Problem.NOT_FOUND, "the console has no file " + segments.getLast());
    }

    private static Answer guarded(Answer answer) {
        return answer.with("Content-Security-Policy", Page.POLICY)
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }
}
