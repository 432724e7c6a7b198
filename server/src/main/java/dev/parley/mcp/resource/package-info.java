/** What clients can read of the hub, and follow. */
@NullMarked
package dev.parley.mcp.resource;

import org.jspecify.annotations.NullMarked;
