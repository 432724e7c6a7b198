/**
 * One batch engine for every write, a pool of readers beside it, and the dialects they speak. Rows
 * live in {@code table}; nothing outside this package and its children writes SQL.
 */
@NullMarked
package dev.parley.store;

import org.jspecify.annotations.NullMarked;
