/** How agents are run that the hub runs itself, one class for each way. */
@NullMarked
package dev.parley.host;

import org.jspecify.annotations.NullMarked;
