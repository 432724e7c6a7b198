/** Words that teach a model how to work with others. */
@NullMarked
package dev.parley.mcp.prompt;

import org.jspecify.annotations.NullMarked;
