package dev.parley.session;

import dev.parley.protocol.AgentName;
import dev.parley.run.Posted;

/**
 * What somebody is told who has said something in a session.
 *
 * @param ahead how many turns come before the one that answers it
 */
public record Told(Posted posted, AgentName agent, int ahead) {}
