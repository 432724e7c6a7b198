@NullMarked
package dev.parley.program;

import org.jspecify.annotations.NullMarked;
