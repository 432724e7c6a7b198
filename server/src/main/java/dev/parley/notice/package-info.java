/** Tells people and programs outside how their tasks end, by e-mail and webhooks. */
@NullMarked
package dev.parley.notice;

import org.jspecify.annotations.NullMarked;
