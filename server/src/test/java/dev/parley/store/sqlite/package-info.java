@NullMarked
package dev.parley.store.sqlite;

import org.jspecify.annotations.NullMarked;
