/**
 * What can be set, and how it was: flags come before the environment, the environment before {@code
 * parley.yaml}, and that before the default. {@link dev.parley.config.Keys} is the whole list.
 */
@NullMarked
package dev.parley.config;

import org.jspecify.annotations.NullMarked;
