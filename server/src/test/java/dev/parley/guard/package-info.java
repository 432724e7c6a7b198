@NullMarked
package dev.parley.guard;

import org.jspecify.annotations.NullMarked;
