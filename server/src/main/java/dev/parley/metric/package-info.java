/** Counts and measures for whoever watches the hub from outside. */
@NullMarked
package dev.parley.metric;

import org.jspecify.annotations.NullMarked;
