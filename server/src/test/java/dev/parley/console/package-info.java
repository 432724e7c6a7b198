@NullMarked
package dev.parley.console;

import org.jspecify.annotations.NullMarked;
