/** How long a hub takes to start, and how much memory it then holds. */
@NullMarked
package dev.parley.bench.start;

import org.jspecify.annotations.NullMarked;
