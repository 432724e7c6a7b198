/** The console in a real browser, against the real jar and real agents. */
@NullMarked
package dev.parley.e2e.console;

import org.jspecify.annotations.NullMarked;
