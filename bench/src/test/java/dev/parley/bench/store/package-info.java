@NullMarked
package dev.parley.bench.store;

import org.jspecify.annotations.NullMarked;
