/** Sessions of agents that the hub runs. */
@NullMarked
package dev.parley.bench.session;

import org.jspecify.annotations.NullMarked;
