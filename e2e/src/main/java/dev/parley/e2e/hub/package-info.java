/** The real jar as a process: started, asked, stopped and killed from outside. */
@NullMarked
package dev.parley.e2e.hub;

import org.jspecify.annotations.NullMarked;
