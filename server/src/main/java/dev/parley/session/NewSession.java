package dev.parley.session;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for who wants a session.
 *
 * @param agent with whom; null for the one that the hub runs, if it runs only one
 * @param from the session that spawns it
 * @param first what is said to it at once
 */
public record NewSession(
        @Nullable AgentName agent,
        @Nullable String cwd,
        @Nullable String model,
        @Nullable SessionId from,
        @Nullable String first) {}
