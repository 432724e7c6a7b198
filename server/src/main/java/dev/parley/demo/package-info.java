/** A story that scripted agents play on a real hub, for whoever sees Parley the first time. */
@NullMarked
package dev.parley.demo;

import org.jspecify.annotations.NullMarked;
