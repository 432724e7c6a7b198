/** The tables: what their rows hold, and the SQL that finds them. */
@NullMarked
package dev.parley.store.table;

import org.jspecify.annotations.NullMarked;
