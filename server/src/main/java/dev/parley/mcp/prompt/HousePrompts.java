package dev.parley.mcp.prompt;

import dev.parley.mcp.Client;
import dev.parley.mcp.Prompt;
import dev.parley.mcp.PromptSource;
import java.util.List;

/** How to work with others through the hub. */
public final class HousePrompts implements PromptSource {
    private final List<Prompt> all;

    /**
     * All of them.
     *
     * @param names completes the names of agents
     */
    public HousePrompts(Delegate.Names names) {
        this.all = List.of(new HouseRules(), new WorkLoop(), new Delegate(names));
    }

    @Override
    public List<Prompt> prompts(Client client) {
        return all;
    }
}
