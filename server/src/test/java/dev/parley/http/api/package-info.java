@NullMarked
package dev.parley.http.api;

import org.jspecify.annotations.NullMarked;
