/**
 * The MCP door: both eras of the protocol on one address. {@link dev.parley.mcp.Tool}, {@link
 * dev.parley.mcp.ResourceSource} and {@link dev.parley.mcp.Prompt} are what it offers; nothing of
 * them knows which era a client speaks.
 */
@NullMarked
package dev.parley.mcp;

import org.jspecify.annotations.NullMarked;
