/** Time that neither a restart, nor a suspend, nor somebody who sets the clock can change. */
@NullMarked
package dev.parley.clock;

import org.jspecify.annotations.NullMarked;
