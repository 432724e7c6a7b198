@NullMarked
package dev.parley.bench.session;

import org.jspecify.annotations.NullMarked;
