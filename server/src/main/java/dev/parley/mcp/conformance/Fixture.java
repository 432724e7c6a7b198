package dev.parley.mcp.conformance;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;

/** A tool that the suite calls by its name. */
record Fixture(String name, Schema input, Does does) implements Tool {
    Fixture(String name, Does does) {
        this(name, Schema.NOTHING, does);
    }

    /** What it does. */
    @FunctionalInterface
    interface Does {
        ToolResult with(ToolCall call) throws Exception;
    }

    @Override
    public String title() {
        return name;
    }

    @Override
    public String description(Client client) {
        return "A fixture of the MCP conformance suite.";
    }

    @Override
    public Permission permission() {
        return Permission.READ;
    }

    @Override
    public Hints hints() {
        return Hints.READ;
    }

    @Override
    public ToolResult call(ToolCall call) throws Exception {
        return does.with(call);
    }
}
