@NullMarked
package dev.parley.operate;

import org.jspecify.annotations.NullMarked;
