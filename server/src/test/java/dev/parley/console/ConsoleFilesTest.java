package dev.parley.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.codec.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a browser loads before anybody has logged in. */
class ConsoleFilesTest {
    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private static TestParley parley;
    private static Caller stranger;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        stranger = parley.stranger();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void everyViewIsTheSamePage() {
        var page = stranger.get("/").expect(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.text()).startsWith("<!doctype html>").doesNotContain(Page.MARK);
        for (var view :
                List.of("/ui", "/ui/runs", "/ui/runs/run_1", "/ui/runs/run_1/flow?agent=bob")) {
            assertThat(stranger.get(view).expect(200).text()).as(view).isEqualTo(page.text());
        }
    }

    @Test
    void ourOwnFilesAreOfTheirKindAndAskedForAgain() {
        for (var kind :
                List.of(
                        List.of("app.js", "text/javascript; charset=utf-8"),
                        List.of("style.css", "text/css; charset=utf-8"),
                        List.of("icon.svg", "image/svg+xml"))) {
            var file = stranger.get("/_console/" + kind.get(0)).expect(200);
            assertThat(file.header("Content-Type")).isEqualTo(kind.get(1));
            assertThat(file.header("Cache-Control")).isEqualTo("no-cache");
        }
    }

    @Test
    void whoHasTheFileIsToldSo() {
        for (var path : List.of("/", "/_console/app.js")) {
            var tag = stranger.get(path).expect(200).header("ETag");
            assertThat(tag).isNotEmpty();
            var again = stranger.send(stranger.request(path).header("If-None-Match", tag));
            again.expect(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.header("ETag")).isEqualTo(tag);
            stranger.send(stranger.request(path).header("If-None-Match", "\"other\"")).expect(200);
        }
    }

    @Test
    void everythingThatIsImportedIsThereForGood() {
        var imports = Json.parseTrusted(importMap(stranger.get("/"))).path("imports");
        assertThat(imports.fieldNames())
                .toIterable()
                .contains("lit", "lit/", "lit-html", "lit-html/", "@lit/reactive-element");
        for (var entry : imports.properties()) {
            if (!entry.getKey().endsWith("/")) {
                var file = stranger.get(entry.getValue().asText()).expect(200);
                assertThat(file.header("Content-Type")).startsWith("text/javascript");
                assertThat(file.header("Cache-Control")).contains("immutable");
            }
        }
        stranger.get(imports.path("lit/").asText() + "directives/repeat.js").expect(200);
        stranger.get(imports.path("lit-html/").asText() + "directives/repeat.js").expect(200);
    }

    @Test
    void whatLitNeedsIsLoadedAtOnceAndIsAllThatItNeeds() {
        var page = stranger.get("/").text();
        var preloaded =
                Pattern.compile("<link rel=\"modulepreload\" href=\"(/_static/.*?)\">")
                        .matcher(page)
                        .results()
                        .map(found -> found.group(1))
                        .toList();
        assertThat(preloaded).hasSize(6).doesNotHaveDuplicates();
        var imports = Json.parseTrusted(importMap(stranger.get("/"))).path("imports");
        for (var file : preloaded) {
            var code = stranger.get(file).expect(200).text();
            var folder = file.substring(0, file.lastIndexOf('/') + 1);
            Pattern.compile("(?:from|import)\\s*\"([^\"]+)\"")
                    .matcher(code)
                    .results()
                    .map(found -> found.group(1))
                    .map(
                            name ->
                                    name.startsWith("./")
                                            ? folder + name.substring(2)
                                            : resolved(imports, name))
                    .forEach(needed -> assertThat(preloaded).contains(needed));
        }
    }

    private static String resolved(JsonNode imports, String name) {
        if (imports.has(name)) {
            return imports.path(name).asText();
        }
        var library = name.substring(0, name.lastIndexOf('/') + 1);
        return imports.path(library).asText() + name.substring(library.length());
    }

    @Test
    void whoeverAcceptsItGetsItCompressed() throws IOException {
        var plain = stranger.get("/_console/app.js").expect(200);
        assertThat(plain.header("Content-Encoding")).isEmpty();
        assertThat(plain.header("Vary")).isEqualTo("Accept-Encoding");
        for (var accepted : List.of("gzip", "br, gzip;q=0.8", "*", "GZIP")) {
            var zipped = accepting(accepted);
            assertThat(zipped.header("Content-Encoding")).as(accepted).isEqualTo("gzip");
            try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
                assertThat(in.readAllBytes()).isEqualTo(plain.body());
            }
        }
        for (var accepted : List.of("br", "gzip;q=0", "gzip; q=0.0", "identity")) {
            assertThat(accepting(accepted).header("Content-Encoding")).as(accepted).isEmpty();
        }
    }

    private static Reply accepting(String encodings) {
        return stranger.send(
                        stranger.request("/_console/app.js").header("Accept-Encoding", encodings))
                .expect(200);
    }

    @Test
    void theBrowserIsToldToTrustNothingElse() {
        var page = stranger.get("/ui/runs").expect(200);
        var hash =
                Base64.getEncoder()
                        .encodeToString(
                                Sha256.digest()
                                        .digest(importMap(page).getBytes(StandardCharsets.UTF_8)));
        for (var answer :
                List.of(page, stranger.get("/_console/app.js"), stranger.get(Library.LIT.main()))) {
            assertThat(answer.header("Content-Security-Policy"))
                    .isEqualTo(
                            "default-src 'none'; script-src 'self' 'sha256-"
                                    + hash
                                    + "'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                                    + " font-src 'none'; base-uri 'none'; form-action 'self';"
                                    + " frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
        }
    }

    @Test
    void theImportMapIsTheOnlyScriptInThePage() {
        var page = stranger.get("/").text();
        assertThat(page.replaceAll(IMPORT_MAP.pattern(), ""))
                .doesNotContainPattern("<script(?![^>]*\\bsrc=)")
                .doesNotContain("<style", " style=")
                .doesNotContainPattern("\\son[a-z]+=");
    }

    @Test
    void nothingElseOfTheClassPathIsHandedOut() {
        for (var path :
                List.of(
                        "/_console/none.js",
                        "/_console/index.html",
                        "/_console/.hidden.js",
                        "/_console/app",
                        "/_console/openapi.yaml",
                        "/_static/lit/0.0.0/index.js",
                        Library.LIT.folder() + "package.json",
                        Library.LIT.folder() + "none.js")) {
            stranger.get(path).expect(Problem.NOT_FOUND);
        }
        for (var path :
                List.of(
                        "/_console/%2e%2e/openapi.yaml",
                        "/_console/..%2Fopenapi.yaml", "/_console/a%5C..%5Capp.js")) {
            assertThat(stranger.get(path).status()).as(path).isIn(400, 404);
        }
    }

    @Test
    void filesAreOnlyLookedAt() {
        for (var path : List.of("/", "/ui/runs", "/_console/app.js", Library.LIT.main())) {
            stranger.post(path, "{}").expect(Problem.METHOD_NOT_ALLOWED);
            var head =
                    stranger.send(stranger.request(path).method("HEAD", BodyPublishers.noBody()));
            head.expect(200);
            assertThat(head.body()).isEmpty();
            assertThat(head.header("ETag")).isEqualTo(stranger.get(path).header("ETag"));
        }
    }

    private static String importMap(Reply page) {
        var found = IMPORT_MAP.matcher(page.text());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
