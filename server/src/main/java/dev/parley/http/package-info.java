/**
 * The HTTP door's frame: a table of routes, one call and its answer, problem+json for whatever goes
 * wrong. It knows who calls and what a route asks of them, but no feature.
 */
@NullMarked
package dev.parley.http;

import org.jspecify.annotations.NullMarked;
