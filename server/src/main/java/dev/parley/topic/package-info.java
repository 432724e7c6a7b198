/** Events on topics: publish, subscribe by patterns, and retention. */
@NullMarked
package dev.parley.topic;

import org.jspecify.annotations.NullMarked;
