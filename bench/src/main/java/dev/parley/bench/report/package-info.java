/** How figures are taken in turn, judged and shown. */
@NullMarked
package dev.parley.bench.report;

import org.jspecify.annotations.NullMarked;
