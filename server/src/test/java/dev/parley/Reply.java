package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.openapi.Conformance;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;

/** What a hub answered. */
// Replies are compared by nobody.
@SuppressWarnings("ArrayRecordComponent")
public record Reply(int status, HttpHeaders headers, byte[] body) {
    /** The answer, which must be as the OpenAPI document says, whatever it is about. */
    static Reply of(HttpResponse<byte[]> response) {
        Conformance.require(response);
        return new Reply(response.statusCode(), response.headers(), response.body());
    }

    public Reply expect(int expected) {
        assertThat(status).as(text()).isEqualTo(expected);
        return this;
    }

    /** It must be this problem, told as the catalogue has it and without a word too many. */
    public Reply expect(Problem problem) {
        expect(problem.status());
        assertThat(header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(json().path("code").asText()).as(text()).isEqualTo(problem.slug());
        assertThat(json().path("status").asInt()).isEqualTo(problem.status());
        assertThat(json().path("detail").asText()).isNotBlank();
        assertThat(text()).doesNotContain("\tat ", "Exception", "dev.parley", "SQL");
        return this;
    }

    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    public ObjectNode json() {
        return Json.parseTrusted(body);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public String text(String field) {
        return at(field).asText();
    }

    public long number(String field) {
        return at(field).asLong();
    }

    private JsonNode at(String field) {
        var value = json().get(field);
        assertThat(value).as(field + " of " + text()).isNotNull();
        return value;
    }

    /** A field of each element of an array. */
    public List<String> all(String array, String field) {
        return elements(array).stream().map(element -> element.path(field).asText()).toList();
    }

    public List<Long> seqs(String array) {
        return elements(array).stream().map(element -> element.path("seq").asLong()).toList();
    }

    public List<JsonNode> elements(String array) {
        return StreamSupport.stream(at(array).spliterator(), false).toList();
    }
}
