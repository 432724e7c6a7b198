/** What waits for a person: questions, and approvals of exact actions. */
@NullMarked
package dev.parley.question;

import org.jspecify.annotations.NullMarked;
