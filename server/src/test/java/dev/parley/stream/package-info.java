@NullMarked
package dev.parley.stream;

import org.jspecify.annotations.NullMarked;
