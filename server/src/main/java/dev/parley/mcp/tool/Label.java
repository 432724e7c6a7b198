package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;

/**
 * What is written on a tool.
 *
 * @param words what it does, when to use it and what comes back, for a model
 * @param isBrief whether a call waits for nothing but the store
 */
record Label(
        String name,
        String title,
        String words,
        Permission permission,
        Hints hints,
        Schema input,
        Schema output,
        boolean isBrief) {
    /** That of a tool whose calls may take a while. */
    Label(
            String name,
            String title,
            String words,
            Permission permission,
            Hints hints,
            Schema input,
            Schema output) {
        this(name, title, words, permission, hints, input, output, false);
    }

    /** The same for a tool that waits for nothing but the store, asks nobody and tells no steps. */
    Label brief() {
        return new Label(name, title, words, permission, hints, input, output, true);
    }

    /** A text block as one paragraph. */
    static String paragraph(String block) {
        return block.strip().replaceAll("\\s*\\n\\s*", " ");
    }
}
