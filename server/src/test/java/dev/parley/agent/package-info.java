@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;
