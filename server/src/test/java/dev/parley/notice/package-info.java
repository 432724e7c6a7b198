@NullMarked
package dev.parley.notice;

import org.jspecify.annotations.NullMarked;
