package dev.parley.model;

import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * On what terms a model is asked.
 *
 * @param maxTokens the most that it may write
 * @param maxChars the longest answer
 */
public record Terms(
        List<ToolSpecification> tools, int maxTokens, @Nullable Double temperature, int maxChars) {
    /** Around each few characters stands an event of a few hundred. */
    private static final long ENVELOPE = 400;

    private static final long LEAST = 1 << 20;

    public Terms {
        tools = List.copyOf(tools);
    }

    long maxBytes() {
        return LEAST + maxChars * ENVELOPE;
    }
}
