/** Parley from outside: what a user, an agent or a broken machine does to it. */
@NullMarked
package dev.parley.e2e;

import org.jspecify.annotations.NullMarked;
