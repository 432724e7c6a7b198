@NullMarked
package dev.parley.question;

import org.jspecify.annotations.NullMarked;
