/** Kills a hub under load, again and again, and compares its log with what clients had noted. */
@NullMarked
package dev.parley.e2e.crash;

import org.jspecify.annotations.NullMarked;
