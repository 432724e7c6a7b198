/** The real jar from outside, one class for each thing that must hold. */
@NullMarked
package dev.parley.e2e;

import org.jspecify.annotations.NullMarked;
