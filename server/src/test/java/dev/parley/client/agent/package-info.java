/** The Java client's agents and workers against a real hub. */
@NullMarked
package dev.parley.client.agent;

import org.jspecify.annotations.NullMarked;
