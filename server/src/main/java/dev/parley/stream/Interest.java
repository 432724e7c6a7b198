package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Space;
import dev.parley.run.Run;
import dev.parley.store.table.RunKey;
import java.util.HashSet;
import java.util.Set;

/** What a stream can be about: subscribers want some, and every change belongs to some. */
sealed interface Interest {
    /** Everything in one run. */
    record OfRun(RunKey run) implements Interest {}

    /** Everything in a space. */
    record OfSpace(Space space) implements Interest {}

    /** Everything in the runs that an agent takes part in. */
    record OfMember(Space space, AgentName agent) implements Interest {}

    /** Everything in the runs that are open to all agents of the space. */
    record OfOpenRuns(Space space) implements Interest {}

    /** What is addressed to an agent, in the runs that it may see. */
    record OfAgent(Space space, AgentName agent) implements Interest {}

    /** Tasks that have become open to an agent; an empty target is any. */
    record OfWork(Space space, String target) implements Interest {}

    /** Everything that somebody may see. */
    static Set<Interest> ofAllSeenBy(Principal caller) {
        var space = caller.space();
        return caller.speaksFor()
                .<Set<Interest>>map(
                        agent -> Set.of(new OfMember(space, agent), new OfOpenRuns(space)))
                .orElseGet(() -> Set.of(new OfSpace(space)));
    }

    /** What whatever happens in a run belongs to. */
    static Set<Interest> around(Run run) {
        var key = run.row().key();
        var interests = new HashSet<Interest>();
        interests.add(new OfRun(key));
        interests.add(new OfSpace(key.space()));
        if (isOpen(run)) {
            interests.add(new OfOpenRuns(key.space()));
        }
        run.members()
                .roles()
                .values()
                .forEach(agent -> interests.add(new OfMember(key.space(), agent)));
        return interests;
    }

    static boolean isOpen(Run run) {
        return run.row().protocol() == RunProtocol.OPEN;
    }

    /** Whether something in this run may be of interest; decided before any message is read. */
    default boolean isNear(Set<Interest> around) {
        return this instanceof OfAgent(var space, var agent)
                ? around.contains(new OfMember(space, agent))
                        || around.contains(new OfOpenRuns(space))
                : around.contains(this);
    }
}
