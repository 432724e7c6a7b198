/** The tool gateway: tools of configured servers, behind the policy of whoever calls them. */
@NullMarked
package dev.parley.tool;

import org.jspecify.annotations.NullMarked;
