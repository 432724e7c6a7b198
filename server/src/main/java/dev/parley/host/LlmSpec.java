package dev.parley.host;

import dev.parley.budget.Budget;
import dev.parley.model.ModelRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent that is a model which the hub prompts.
 *
 * @param model the one it is when a session names none
 * @param instructions what the operator tells it
 * @param maxTokens the most that it may write in one go
 * @param maxToolRounds how often it may use tools before it has to answer
 * @param maxOutputChars the longest answer
 * @param maxToolChars how much of a tool's result it is given
 * @param tools the only tools it is offered, {@code *} standing for anything; null for all that it
 *     may use
 * @param budget what it may use in a day; null for that of any agent
 */
public record LlmSpec(
        ModelRef model,
        String instructions,
        int maxTokens,
        @Nullable Double temperature,
        int maxToolRounds,
        int maxHistoryTurns,
        int maxHistoryChars,
        int maxOutputChars,
        int maxToolChars,
        @Nullable List<String> tools,
        @Nullable Budget budget)
        implements AgentSpec.Means {
    public LlmSpec {
        tools = tools == null ? null : List.copyOf(tools);
    }

    @Override
    public String host() {
        return "llm";
    }

    @Override
    public String toString() {
        return model.toString();
    }
}
