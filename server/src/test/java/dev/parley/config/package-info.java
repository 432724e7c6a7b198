@NullMarked
package dev.parley.config;

import org.jspecify.annotations.NullMarked;
