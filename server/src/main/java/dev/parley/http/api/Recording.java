package dev.parley.http.api;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.guard.Trip;
import dev.parley.http.Sighting;
import dev.parley.http.Watch;
import dev.parley.metric.Metrics;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Notes in the audit what people do and what is refused, and measures every request. */
public final class Recording implements Watch {
    private static final String NOBODY = "nobody";

    /** Refusals that are about who somebody is, what they may, what there is, or what fits. */
    private static final Set<Integer> NOTED = Set.of(401, 403, 404, 409, 422, 429);

    /** The detail of any other may quote what was sent. */
    private static final Set<Integer> DETAILED = Set.of(401, 403, 429);

    private final Audit audit;
    private final Metrics metrics;

    public Recording(Audit audit, Metrics metrics) {
        this.audit = audit;
        this.metrics = metrics;
    }

    @Override
    public void done(Sighting seen) {
        if (isByPerson(seen) && !seen.isKept()) {
            audit.act(happening(seen, seen.target(), Happening.OK, seen.detail()));
        }
    }

    @Override
    public void refused(Sighting seen, ParleyException refusal) {
        var problem = refusal.problem();
        metrics.refused(problem.slug());
        if (isNoted(problem)) {
            var detail = DETAILED.contains(problem.status()) ? refusal.detail() : problem.title();
            // Whoever guesses is known by nothing but its address.
            var target = seen.caller().isEmpty() ? seen.remote() : seen.target();
            audit.refused(happening(seen, target, problem.slug(), detail));
        }
    }

    /**
     * An address that leads nowhere was no more than mistyped; guards and the tool gateway note for
     * themselves.
     */
    private static boolean isNoted(Problem problem) {
        return (NOTED.contains(problem.status()) || problem == Problem.SELF_SEND)
                && problem != Problem.NOT_FOUND
                && problem != Problem.TOOL_DENIED
                && problem != Problem.APPROVAL_DENIED
                && !Trip.isMeantBy(problem);
    }

    @Override
    public void ended(Sighting seen, int status, long nanos) {
        metrics.request(seen.action(), status, nanos);
    }

    @Override
    public <R> Command<R> along(
            Sighting seen, Command<R> command, Function<R, @Nullable String> name) {
        return isByPerson(seen)
                ? audit.with(command, result -> made(seen, name.apply(result)))
                : command;
    }

    private static @Nullable Happening made(Sighting seen, @Nullable String name) {
        return name == null ? null : happening(seen, name, Happening.OK, seen.detail());
    }

    private static boolean isByPerson(Sighting seen) {
        return seen.isAct()
                && seen.caller()
                        .filter(who -> who.role() == Role.PERSON || who.role() == Role.OWNER)
                        .isPresent();
    }

    private static Happening happening(
            Sighting seen, String target, String outcome, String detail) {
        var caller = seen.caller();
        return new Happening(
                caller.map(who -> who.space().value()).orElse(""),
                caller.map(Principal::label).orElse(NOBODY),
                caller.map(Principal::tokenId).orElse(""),
                seen.action(),
                target,
                outcome,
                detail);
    }
}
