package dev.parley.tool;

import dev.parley.access.Principal;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.audit.Audit;
import dev.parley.clock.HubTime;
import dev.parley.metric.Metrics;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.run.Chronicle;
import dev.parley.run.NewRun;
import dev.parley.run.Payloads;
import dev.parley.run.Runs;
import dev.parley.run.Standing;
import dev.parley.store.Store;
import dev.parley.task.Worker;
import dev.parley.tool.server.Progress;
import dev.parley.tool.server.ServerSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way to a tool, whoever calls and through whichever door: policy, a person's approval
 * where one is needed, the intent in the run's log, the call, its result in the log.
 */
public final class Gateway implements AutoCloseable {
    private final Runs runs;
    private final Standing standing;
    private final Toolbox toolbox;
    private final Catalogue catalogue;
    private final Admittance admittance;
    private final Calls calls;
    private final Arguments arguments = new Arguments();

    /** What the gateway stands on. */
    public record Base(
            Store store,
            Waits waits,
            Runs runs,
            Payloads payloads,
            Chronicle chronicle,
            Audit audit,
            Metrics metrics,
            HubTime time,
            LongSupplier nanos,
            Ids ids,
            Tokens tokens) {}

    public Gateway(Base on, List<ServerSpec> servers, Policy policy) {
        this.runs = on.runs;
        this.standing = new Standing(on.store, on.runs);
        this.toolbox = new Toolbox(servers, on.nanos);
        this.catalogue = new Catalogue(on.store, on.runs, on.tokens, toolbox, policy);
        this.admittance =
                new Admittance(
                        on.store,
                        policy,
                        new Approvals(on.store, on.waits, on.chronicle),
                        on.chronicle,
                        on.audit,
                        on.metrics,
                        on.tokens.passes());
        this.calls = new Calls(on);
    }

    /** Every tool of the caller's space, each with whether the caller may use it. */
    public Offers tools(Principal caller) {
        return tools(caller, caller.speaksFor().orElse(null), null);
    }

    /**
     * The same for any agent, as far as its tokens, its card and a run tell; agents see what is for
     * themselves.
     *
     * @param agent nobody in particular when it is null
     */
    public Offers tools(Principal caller, @Nullable AgentName agent, @Nullable RunId run) {
        return catalogue.of(caller, agent, run);
    }

    /** A tool by its full name, without a word to its server. */
    public Optional<Offer> find(Principal caller, String name) {
        return catalogue.find(caller, name);
    }

    /**
     * Makes a call and waits for its outcome, as long as is wanted; then it goes on alone.
     *
     * @param progress is told how far it is, while it is waited for and after
     */
    public Outcome call(Principal caller, Wanted wanted, Consumer<Progress> progress) {
        long since = System.nanoTime();
        var actor = Actor.of(runs, caller, wanted);
        if (wanted.id() != null && calls.isBegun(actor, wanted, wanted.id())) {
            return repeated(caller, wanted);
        }
        var place = toolbox.place(caller.space(), wanted.tool());
        var offer = admittance.permitted(actor, place, wanted.tool());
        arguments.requireFit(offer, wanted.arguments());
        var approval =
                offer.handling().needsApproval()
                        ? admittance.approval(actor, offer, wanted.after(since))
                        : null;
        var begun = calls.begin(actor, offer, wanted, approval);
        if (begun.isEmpty()) {
            return repeated(caller, wanted);
        }
        var call = begun.get();
        var ending = calls.carryOut(call, place, offer, wanted, progress);
        return calls.await(caller, call, ending, wanted.after(since).atMost());
    }

    private Outcome repeated(Principal caller, Wanted wanted) {
        var id = Objects.requireNonNull(wanted.id());
        return calls.outcome(caller, wanted.run(), id, wanted.atMost()).repeated();
    }

    /** Where an agent uses tools that it needs for no run in particular. */
    public RunId ownRun(Principal caller) {
        var agent = Worker.name(caller, null);
        var alone = new NewRun(RunProtocol.CLOSED, Map.of(agent.value(), agent), null);
        return standing.of(caller, "tools/" + agent.value(), alone);
    }

    /** What became of a call, as far as its run's log tells; waits for it as long as is wanted. */
    public Outcome outcome(Principal caller, RunId run, MessageId call, Duration wait) {
        return calls.outcome(caller, run, call, wait);
    }

    /** Ends every server; what was under way is told to be interrupted. */
    @Override
    public void close() {
        calls.stop();
        toolbox.close();
        calls.close();
    }
}
