/** Who acts: identity comes from the credential, and whatever is not allowed is denied. */
@NullMarked
package dev.parley.access;

import org.jspecify.annotations.NullMarked;
