@NullMarked
package dev.parley.bench.report;

import org.jspecify.annotations.NullMarked;
