package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.Tool;
import java.util.Optional;

/** A tool that is what its label says. */
interface Labelled extends Tool {
    Label label();

    @Override
    default String name() {
        return label().name();
    }

    @Override
    default String title() {
        return label().title();
    }

    @Override
    default String description(Client client) {
        return label().words();
    }

    @Override
    default Permission permission() {
        return label().permission();
    }

    @Override
    default Hints hints() {
        return label().hints();
    }

    @Override
    default Schema input() {
        return label().input();
    }

    @Override
    default Optional<Schema> output() {
        return Optional.of(label().output());
    }
}
