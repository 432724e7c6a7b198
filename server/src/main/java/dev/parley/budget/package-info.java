/** What models have used, in a run and on its behalf, and how much they may. */
@NullMarked
package dev.parley.budget;

import org.jspecify.annotations.NullMarked;
