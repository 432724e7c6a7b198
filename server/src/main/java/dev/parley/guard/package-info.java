/** Rules that keep agents from talking in circles, or too much: told what they need to know. */
@NullMarked
package dev.parley.guard;

import org.jspecify.annotations.NullMarked;
