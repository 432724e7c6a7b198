/** The commands, run as a person runs them, against a real HTTP server that plays the hub. */
@NullMarked
package dev.parley.cli;

import org.jspecify.annotations.NullMarked;
