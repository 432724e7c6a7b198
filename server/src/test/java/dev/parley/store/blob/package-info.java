@NullMarked
package dev.parley.store.blob;

import org.jspecify.annotations.NullMarked;
