/** Tool servers: how each is reached, kept running and spoken to. */
@NullMarked
package dev.parley.tool.server;

import org.jspecify.annotations.NullMarked;
