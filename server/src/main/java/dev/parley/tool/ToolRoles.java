package dev.parley.tool;

import dev.parley.access.Principal;
import dev.parley.agent.ToolRole;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Wire;
import dev.parley.run.Run;
import dev.parley.store.Sql;
import dev.parley.store.table.AgentTable;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far the tools of an agent reach: the narrowest of what token, card and run give it. */
public final class ToolRoles {
    private ToolRoles() {}

    /**
     * The role that counts, if any is given.
     *
     * @param run where it acts; null when that is not known
     */
    public static Optional<ToolRole> of(
            Sql sql, Principal caller, AgentName agent, @Nullable Run run) throws SQLException {
        return of(
                sql,
                caller,
                agent,
                run,
                caller.speaksFor().flatMap(_ -> ToolRole.of(caller.role())));
    }

    /** The same for an agent that would come with a token which gives it this role. */
    static Optional<ToolRole> of(
            Sql sql, Principal caller, AgentName agent, @Nullable Run run, Optional<ToolRole> token)
            throws SQLException {
        var given = EnumSet.noneOf(ToolRole.class);
        token.ifPresent(given::add);
        if (run != null) {
            run.members().toolRole(run.row().protocol(), agent).ifPresent(given::add);
        }
        AgentTable.TABLE
                .find(sql, new AgentTable.Key(caller.space(), agent))
                .map(AgentTable.Row::toolRole)
                .map(role -> Wire.read(ToolRole.class, "tool_role", role))
                .ifPresent(given::add);
        return ToolRole.narrowest(given);
    }
}
