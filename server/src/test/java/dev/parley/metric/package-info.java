@NullMarked
package dev.parley.metric;

import org.jspecify.annotations.NullMarked;
