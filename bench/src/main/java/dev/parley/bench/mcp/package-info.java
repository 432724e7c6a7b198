/** Calls of tools through MCP, beside the official Java SDK's server. */
@NullMarked
package dev.parley.bench.mcp;

import org.jspecify.annotations.NullMarked;
