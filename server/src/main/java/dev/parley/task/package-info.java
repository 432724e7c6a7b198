/** Work that exactly one worker holds at a time: queue, routes, claim, lease, deadline. */
@NullMarked
package dev.parley.task;

import org.jspecify.annotations.NullMarked;
