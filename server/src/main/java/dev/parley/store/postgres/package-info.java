/** For several nodes: the same engine on a shared PostgreSQL. */
@NullMarked
package dev.parley.store.postgres;

import org.jspecify.annotations.NullMarked;
