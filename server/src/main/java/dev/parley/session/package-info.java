/** Durable conversations with one agent each, and the turns in which the hub has it answer. */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
