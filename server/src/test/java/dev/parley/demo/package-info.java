@NullMarked
package dev.parley.demo;

import org.jspecify.annotations.NullMarked;
