/** Bytes too large for the log: stored durably before anything may refer to them. */
@NullMarked
package dev.parley.store.blob;

import org.jspecify.annotations.NullMarked;
