@NullMarked
package dev.parley.access;

import org.jspecify.annotations.NullMarked;
