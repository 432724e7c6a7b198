package dev.parley.session;

import org.jspecify.annotations.Nullable;

/**
 * What people have decided about something that an agent wants to do.
 *
 * @param reason why, if somebody said it
 */
public record Leave(boolean isGranted, @Nullable String reason) {}
