package dev.parley.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Problem;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One method of one path of the document. */
final class Operation {
    static final String PROBLEM = "application/problem+json";
    static final String JSON = "application/json";

    private final Document document;
    private final String method;
    private final String template;
    private final String pointer;

    Operation(Document document, String method, String template) {
        this.document = document;
        this.method = method.toUpperCase(Locale.ROOT);
        this.template = template;
        this.pointer = "/paths/" + Document.escaped(template) + "/" + method;
    }

    String method() {
        return method;
    }

    String template() {
        return template;
    }

    /** Where it stands in the document, in words. */
    String place() {
        return "paths, " + template + ", " + method.toLowerCase(Locale.ROOT);
    }

    JsonNode node() {
        return document.at(pointer);
    }

    boolean isFor(String asked, String path) {
        var segments = path.split("/", -1);
        var templates = template.split("/", -1);
        if (!(asked.equals("HEAD") ? "GET" : asked).equals(method)
                || segments.length != templates.length) {
            return false;
        }
        for (int i = 0; i < segments.length; i++) {
            boolean isOpen = templates[i].startsWith("{") && !segments[i].isEmpty();
            if (!isOpen && !templates[i].equals(segments[i])) {
                return false;
            }
        }
        return true;
    }

    /** Where the answer with this status is described, if it is. */
    Optional<String> response(int status) {
        var responses = node().path("responses");
        return List.of(Integer.toString(status), "default").stream()
                .filter(responses::has)
                .findFirst()
                .map(key -> document.resolve(pointer + "/responses/" + key));
    }

    /** Every code that its answers may have. */
    Set<String> codes() {
        return Arrays.stream(Problem.values())
                .filter(
                        problem ->
                                response(problem.status())
                                        .filter(at -> codesAt(at).contains(problem.slug()))
                                        .isPresent())
                .map(Problem::slug)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The codes of what is described there. */
    Set<String> codesAt(String response) {
        var schema = document.at(response).path("content").path(PROBLEM).path("schema");
        var codes = new LinkedHashSet<String>();
        schema.path("properties").path("code").path("enum").forEach(one -> codes.add(one.asText()));
        return codes;
    }

    /** Where the schema of a JSON body is, if it takes one. */
    Optional<String> body() {
        var at =
                document.resolve(pointer + "/requestBody")
                        + "/content/"
                        + Document.escaped(JSON)
                        + "/schema";
        return document.at(at).isMissingNode()
                ? Optional.empty()
                : Optional.of(document.resolve(at));
    }

    boolean needsToken() {
        var security = node().path("security");
        return security.isMissingNode() || (!security.isEmpty() && !security.path(0).isEmpty());
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}
