/** The judge is judged: each kind of fault is planted and must be found. */
@NullMarked
package dev.parley.e2e.crash;

import org.jspecify.annotations.NullMarked;
