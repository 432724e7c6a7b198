@NullMarked
package dev.parley.inbox;

import org.jspecify.annotations.NullMarked;
