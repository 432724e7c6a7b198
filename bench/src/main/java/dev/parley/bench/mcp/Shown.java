package dev.parley.bench.mcp;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;

/** What a hub has shown of itself, of which a twin is made. */
record Shown(List<Declared> tools, List<Map<String, Object>> agents) {
    /** A tool as {@code tools/list} has it. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Declared(String name, String description, Map<String, Object> inputSchema) {}

    Declared of(String tool) {
        return tools.stream()
                .filter(declared -> declared.name().equals(tool))
                .findFirst()
                .orElseThrow();
    }
}
