package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What somebody asks for who wants a run; without a session it begins one of its own. */
public record NewRun(
        RunProtocol protocol, Map<String, AgentName> participants, @Nullable SessionId session) {}
