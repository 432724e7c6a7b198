package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.Tool;
import java.util.Optional;

/** A tool of the hub's own, which is what its label says. */
abstract class HouseTool implements Tool {
    private final Label label;

    HouseTool(Label label) {
        this.label = label;
    }

    @Override
    public final String name() {
        return label.name();
    }

    @Override
    public final String title() {
        return label.title();
    }

    @Override
    public String description(Client client) {
        return label.words();
    }

    @Override
    public final Permission permission() {
        return label.permission();
    }

    @Override
    public final Hints hints() {
        return label.hints();
    }

    @Override
    public final Schema input() {
        return label.input();
    }

    @Override
    public final Optional<Schema> output() {
        return Optional.of(label.output());
    }

    @Override
    public final boolean isBrief() {
        return label.isBrief();
    }
}
