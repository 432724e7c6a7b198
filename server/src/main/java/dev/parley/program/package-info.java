/** Programs that the hub runs: they end with it, and whatever they have started ends with them. */
@NullMarked
package dev.parley.program;

import org.jspecify.annotations.NullMarked;
