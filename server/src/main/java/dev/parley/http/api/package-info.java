/** The HTTP API: which address leads to which feature, and how values look as JSON. */
@NullMarked
package dev.parley.http.api;

import org.jspecify.annotations.NullMarked;
