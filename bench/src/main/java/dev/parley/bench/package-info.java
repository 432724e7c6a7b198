/** Measurements, always beside something to compare with. */
@NullMarked
package dev.parley.bench;

import org.jspecify.annotations.NullMarked;
