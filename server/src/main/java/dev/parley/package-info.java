/** The hub: {@code Main} reads the command line, {@code Server} puts the parts together. */
@NullMarked
package dev.parley;

import org.jspecify.annotations.NullMarked;
