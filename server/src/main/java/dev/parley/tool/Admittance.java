package dev.parley.tool;

import dev.parley.access.Passes;
import dev.parley.agent.ToolRole;
import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.metric.Metrics;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.ToolStatus;
import dev.parley.run.Chronicle;
import dev.parley.store.Store;
import dev.parley.store.table.QuestionTable;
import dev.parley.tool.server.ServerSpec.Handling;
import java.time.Duration;
import java.util.Optional;

/** Whether a call may be made: by policy, and by a person's leave. */
record Admittance(
        Store store,
        Policy policy,
        Approvals approvals,
        Chronicle chronicle,
        Audit audit,
        Metrics metrics,
        Passes passes) {
    /** The tool, if the actor may use it; what it may not is refused before anything is tried. */
    Offer permitted(Actor actor, Toolbox.Place place, String name) {
        if (!passes.useTool(actor.caller())) {
            throw denied(actor, name, "it may use no more tools in this turn");
        }
        var spec = place.server().spec();
        var role = store.read(sql -> ToolRoles.of(sql, actor.caller(), actor.agent(), actor.run()));
        if (!spec.trustHints()) {
            requireNoObjection(actor, role, name, spec.handling(place.tool(), null));
        }
        var tool = place.server().tool(place.tool()).orElseThrow(() -> Toolbox.unknown(name));
        var handling = spec.handling(tool.name(), tool);
        requireNoObjection(actor, role, name, handling);
        return new Offer(name, spec.name(), tool, handling, null);
    }

    private void requireNoObjection(
            Actor actor, Optional<ToolRole> role, String name, Handling handling) {
        var objection = policy.objection(actor.agent(), role, name, handling);
        if (objection.isPresent()) {
            throw denied(actor, name, objection.get());
        }
    }

    private ParleyException denied(Actor actor, String name, String why) {
        deny(actor, name, Problem.TOOL_DENIED, why);
        return new ParleyException(Problem.TOOL_DENIED, name + ": " + why);
    }

    QuestionTable.Key approval(Actor actor, Offer offer, Wanted wanted) {
        var action = new Approvals.Action(actor.key(), actor.agent(), offer, wanted.arguments());
        try {
            return approvals.require(actor.caller(), action, wanted.atMost());
        } catch (ParleyException refused) {
            if (refused.problem() == Problem.APPROVAL_DENIED) {
                deny(actor, offer.name(), Problem.APPROVAL_DENIED, refused.detail());
            }
            throw refused;
        }
    }

    /** A denial is told in the log and in the audit, whichever door the call came through. */
    private void deny(Actor actor, String tool, Problem code, String why) {
        var key = actor.key();
        var caller = actor.caller();
        store.write(new Denial(key, actor.from(), caller.label(), tool, why, chronicle));
        audit.refused(
                new Happening(
                        caller.space().value(),
                        caller.label(),
                        caller.tokenId(),
                        "tool " + tool,
                        key.run().value(),
                        code.slug(),
                        why));
        metrics.toolCalled(ToolStatus.DENIED, Duration.ZERO);
    }
}
