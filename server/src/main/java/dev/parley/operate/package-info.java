/** What whoever runs a hub needs: backup and restore, check, usage, upkeep. */
@NullMarked
package dev.parley.operate;

import org.jspecify.annotations.NullMarked;
