package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;

/**
 * What is written on a tool.
 *
 * @param words what it does, when to use it and what comes back, for a model
 */
record Label(
        String name,
        String title,
        String words,
        Permission permission,
        Hints hints,
        Schema input,
        Schema output) {
    /** A text block as one paragraph. */
    static String paragraph(String block) {
        return block.strip().replaceAll("\\s*\\n\\s*", " ");
    }
}
