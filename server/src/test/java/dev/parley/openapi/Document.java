package dev.parley.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.DisallowUnknownKeywordFactory;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The OpenAPI document that the hub serves. */
public final class Document {
    private static final String HOME = "https://parley.test/openapi";
    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch");

    private static final Document SERVED = load();

    private final JsonNode root;
    private final SchemaRegistry registry;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private Document(JsonNode root) {
        this.root = root;
        this.registry =
                SchemaRegistry.withDefaultDialect(
                        dialect(), builder -> builder.schemas(Map.of(HOME, root.toString())));
        for (var path : root.path("paths").properties()) {
            METHODS.stream()
                    .filter(path.getValue()::has)
                    .forEach(method -> operations.add(new Operation(this, method, path.getKey())));
        }
        // What is spelled out counts before what is left open, as it does for the hub.
        operations.sort(Comparator.comparing(operation -> operation.template().replace('{', '~')));
    }

    /** JSON Schema as OpenAPI 3.1 has it; a keyword that is none is a slip. */
    private static Dialect dialect() {
        return Dialect.builder(Dialects.getDraft202012())
                .keywords(
                        Stream.of(
                                        "openapi",
                                        "info",
                                        "servers",
                                        "security",
                                        "tags",
                                        "paths",
                                        "components")
                                .map(NonValidationKeyword::new)
                                .toList())
                .unknownKeywordFactory(DisallowUnknownKeywordFactory.getInstance())
                .build();
    }

    public static Document served() {
        return SERVED;
    }

    private static Document load() {
        try (var in = Document.class.getResourceAsStream("/openapi.yaml")) {
            return new Document(new YAMLMapper().readTree(in));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    List<Operation> operations() {
        return operations;
    }

    Operation operation(String name) {
        return operations.stream()
                .filter(operation -> operation.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("openapi.yaml has no " + name));
    }

    /** The operation that a request is for; HEAD is answered as GET. */
    Optional<Operation> find(String method, String path) {
        return operations.stream().filter(one -> one.isFor(method, path)).findFirst();
    }

    JsonNode at(String pointer) {
        return root.at(pointer);
    }

    /** The pointer itself, or what the reference that it leads to points to. */
    String resolve(String pointer) {
        var reference = at(pointer).path("$ref");
        boolean isAlone = reference.isTextual() && at(pointer).size() == 1;
        return isAlone ? resolve(reference.textValue().substring(1)) : pointer;
    }

    static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    /** What is wrong with a value that is said to be as the schema at the pointer has it. */
    List<String> faults(String pointer, JsonNode value) {
        return schemas.computeIfAbsent(pointer, this::schema).validate(value).stream()
                .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                .distinct()
                .toList();
    }

    private Schema schema(String pointer) {
        return registry.getSchema(SchemaLocation.of(HOME + "#" + pointer));
    }
}
