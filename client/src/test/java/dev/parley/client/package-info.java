/** The client against a real HTTP server that answers as it is told. */
@NullMarked
package dev.parley.client;

import org.jspecify.annotations.NullMarked;
