@NullMarked
package dev.parley.run;

import org.jspecify.annotations.NullMarked;
