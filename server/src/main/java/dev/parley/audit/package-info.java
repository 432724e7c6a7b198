/**
 * What was refused and what people did: a chain of entries in which nothing can be changed, removed
 * or moved without being noticed.
 */
@NullMarked
package dev.parley.audit;

import org.jspecify.annotations.NullMarked;
