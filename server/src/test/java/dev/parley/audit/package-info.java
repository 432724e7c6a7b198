@NullMarked
package dev.parley.audit;

import org.jspecify.annotations.NullMarked;
