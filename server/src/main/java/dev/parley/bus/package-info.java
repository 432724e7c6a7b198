/**
 * Wake-ups: they say that something changed and may be lost; what changed is read from the store.
 */
@NullMarked
package dev.parley.bus;

import org.jspecify.annotations.NullMarked;
