package dev.parley.mcp;

import java.util.List;

/** Where prompts come from. */
@FunctionalInterface
public interface PromptSource {
    List<Prompt> prompts(Client client);
}
