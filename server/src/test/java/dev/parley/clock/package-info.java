@NullMarked
package dev.parley.clock;

import org.jspecify.annotations.NullMarked;
