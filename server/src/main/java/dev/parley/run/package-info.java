/** A run and its log: who takes part, how an entry is added, how the log is read. */
@NullMarked
package dev.parley.run;

import org.jspecify.annotations.NullMarked;
