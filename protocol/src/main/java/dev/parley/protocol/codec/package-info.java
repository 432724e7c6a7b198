/** How the words of Parley are written as JSON: one codec per dialect, in and out. */
@NullMarked
package dev.parley.protocol.codec;

import org.jspecify.annotations.NullMarked;
