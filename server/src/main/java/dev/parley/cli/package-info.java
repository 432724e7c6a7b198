/** The commands of the command line; each talks HTTP to a running hub, as any other client does. */
@NullMarked
package dev.parley.cli;

import org.jspecify.annotations.NullMarked;
