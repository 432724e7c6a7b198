package dev.parley.session;

import org.jspecify.annotations.Nullable;

/**
 * What an agent has answered.
 *
 * @param ref by which the agent itself knows the conversation from now on; null for as before
 */
public record Answer(String words, @Nullable String ref) {}
