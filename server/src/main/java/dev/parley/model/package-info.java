/** Language models of providers elsewhere: where they are, what they cost, and one call of them. */
@NullMarked
package dev.parley.model;

import org.jspecify.annotations.NullMarked;
