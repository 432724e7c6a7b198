/** The Java client: what an agent written in Java needs to talk to a hub. */
@NullMarked
package dev.parley.client;

import org.jspecify.annotations.NullMarked;
