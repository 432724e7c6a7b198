@NullMarked
package dev.parley.store.postgres;

import org.jspecify.annotations.NullMarked;
