@NullMarked
package dev.parley.store.table;

import org.jspecify.annotations.NullMarked;
