/** Work that is done while workers and the hub are killed. */
@NullMarked
package dev.parley.e2e.work;

import org.jspecify.annotations.NullMarked;
