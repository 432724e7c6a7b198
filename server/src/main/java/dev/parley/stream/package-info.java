/**
 * Live streams: SSE and WebSocket. One reader tails the feed for everybody; whoever is behind reads
 * it by a cursor of its own.
 */
@NullMarked
package dev.parley.stream;

import org.jspecify.annotations.NullMarked;
