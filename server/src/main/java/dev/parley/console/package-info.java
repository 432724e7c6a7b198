/** The door for people with a browser: the console's files, and how one is let in there. */
@NullMarked
package dev.parley.console;

import org.jspecify.annotations.NullMarked;
