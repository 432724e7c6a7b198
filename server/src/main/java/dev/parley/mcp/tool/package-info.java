/** The tools of the hub itself. */
@NullMarked
package dev.parley.mcp.tool;

import org.jspecify.annotations.NullMarked;
