/** Agents: their cards, the tree they form, their running copies and which of them are there. */
@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;
