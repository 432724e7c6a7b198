/** The embedded default: one file, one writer, durable at every commit. */
@NullMarked
package dev.parley.store.sqlite;

import org.jspecify.annotations.NullMarked;
