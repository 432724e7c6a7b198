/**
 * What the official conformance suite of MCP expects to find on a server. None of it is there
 * unless {@code mcp.conformance} is set.
 */
@NullMarked
package dev.parley.mcp.conformance;

import org.jspecify.annotations.NullMarked;
