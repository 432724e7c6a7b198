/** Posting messages over HTTP beside an endpoint that only parses them. */
@NullMarked
package dev.parley.bench.http;

import org.jspecify.annotations.NullMarked;
