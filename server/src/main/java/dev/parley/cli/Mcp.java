package dev.parley.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley mcp}: MCP over standard input and output, for clients that cannot speak HTTP. */
@Command(
        name = "mcp",
        description = {
            "Speak MCP over standard input and output: a bridge for clients without HTTP.",
            "",
            "The token decides which agent speaks; ./parley token create --agent NAME makes one. It"
                    + " must be given: here the owner speaks for nobody. The hub may be restarted"
                    + " meanwhile."
        },
        footerHeading = "%nExample, as such a client's configuration has it:%n",
        footer = {
            "  {\"mcpServers\": {\"parley\": {\"command\": \"/path/to/parley\", \"args\": [\"mcp\"],",
            "                              \"env\": {\"PARLEY_TOKEN\": \"pa_…\"}}}}"
        })
public final class Mcp implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    public Mcp(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws Exception {
        if (hub.token(shell).isEmpty()) {
            throw new BadUsage(
                    "say which agent speaks: PARLEY_TOKEN=… or --token; ./parley token create"
                            + " --agent NAME makes one");
        }
        try (var bridge = new McpBridge(() -> hub.resolve(shell), shell.out())) {
            bridge.carry(shell.in());
        }
        return 0;
    }
}
