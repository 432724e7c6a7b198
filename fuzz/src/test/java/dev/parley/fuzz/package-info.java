/** Bad input of every kind, made up by a fuzzer that watches which code it reaches. */
@NullMarked
package dev.parley.fuzz;

import org.jspecify.annotations.NullMarked;
