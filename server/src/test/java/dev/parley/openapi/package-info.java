/** Holds the hub to its OpenAPI document, and the document to the hub. */
@NullMarked
package dev.parley.openapi;

import org.jspecify.annotations.NullMarked;
