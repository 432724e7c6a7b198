/** What a process asked the kernel to do, read from strace, and rules about its order. */
@NullMarked
package dev.parley.e2e.trace;

import org.jspecify.annotations.NullMarked;
