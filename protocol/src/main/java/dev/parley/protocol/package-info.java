/**
 * The words of Parley: what a message is, who it is for, what its kind means, what can go wrong.
 */
@NullMarked
package dev.parley.protocol;

import org.jspecify.annotations.NullMarked;
