/** The store engine beside bare JDBC. */
@NullMarked
package dev.parley.bench.store;

import org.jspecify.annotations.NullMarked;
