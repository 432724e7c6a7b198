/** The HTTP door's frame, shown over real connections. */
@NullMarked
package dev.parley.http;

import org.jspecify.annotations.NullMarked;
