/** What an agent written in Java is made of: messages that come and go, and work to be done. */
@NullMarked
package dev.parley.client.agent;

import org.jspecify.annotations.NullMarked;
