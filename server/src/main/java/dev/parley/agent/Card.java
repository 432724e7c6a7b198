package dev.parley.agent;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent's card shall say.
 *
 * @param capabilities what work it can be given
 * @param parent whose child it is; null for a root, or for what is there already when an agent
 *     writes its own card
 * @param toolRole how far its tools reach; null for no further than its token, or for what is there
 *     already when an agent writes its own card
 */
public record Card(
        String description,
        List<String> capabilities,
        @Nullable AgentName parent,
        @Nullable ToolRole toolRole) {
    public static final int MAX_DESCRIPTION = 4_000;

    public Card {
        if (description.length() > MAX_DESCRIPTION) {
            throw bad("description must have at most " + MAX_DESCRIPTION + " characters");
        }
        capabilities = capabilities.stream().distinct().toList();
        if (capabilities.size() > Capabilities.MAX) {
            throw bad(
                    "capabilities must be at most "
                            + Capabilities.MAX
                            + ", were "
                            + capabilities.size());
        }
        capabilities.forEach(Capabilities::requireWord);
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
