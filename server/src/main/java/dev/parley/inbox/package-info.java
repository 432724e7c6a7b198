/** What is for an agent: pulling it, and saying that it has arrived. */
@NullMarked
package dev.parley.inbox;

import org.jspecify.annotations.NullMarked;
