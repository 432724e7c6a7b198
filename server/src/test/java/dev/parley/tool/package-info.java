@NullMarked
package dev.parley.tool;

import org.jspecify.annotations.NullMarked;
