package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.Optional;

/** Runs: open one, list them, look at one, lead it. */
public final class Runs {
    private final Transport transport;

    Runs(Transport transport) {
        this.transport = transport;
    }

    public RunView create(NewRun run) {
        return create(run, transport.mint("key"));
    }

    /** The same with a key of one's own, by which the repetition finds the run of the first. */
    public RunView create(NewRun run, String key) {
        var target = Target.of("api", "runs");
        return RunView.read(transport.post(target, run.json(), Duration.ZERO, key));
    }

    /** The newest runs first. */
    public Page<RunView> list(int limit) {
        return list(Target.of("api", "runs").with("limit", limit));
    }

    /** What follows the page that gave this position. */
    public Page<RunView> list(int limit, String after) {
        return list(Target.of("api", "runs").with("limit", limit).with("after", after));
    }

    public RunView get(RunId run) {
        return RunView.read(transport.get(Target.of("api", "runs", run.value())));
    }

    /**
     * Writes down what its manager understands the user to want; what is left out stays as it was.
     *
     * @param changes such as {@code objective} and {@code acceptance_criteria}
     */
    public ObjectNode intend(RunId run, ObjectNode changes) {
        return transport.put(Target.of("api", "runs", run.value(), "intent"), changes).json();
    }

    /** Agents may add nothing until it is resumed; pausing it again changes nothing. */
    public RunStanding pause(RunId run, Optional<String> reason) {
        return control(run, "pause", reason);
    }

    public RunStanding resume(RunId run) {
        return control(run, "resume", Optional.empty());
    }

    /** Ends it, and tells everybody who holds an assignment in it. */
    public RunStanding cancel(RunId run, Optional<String> reason) {
        return control(run, "cancel", reason);
    }

    /** A person's word to whoever leads the run, or to the agent that is named. */
    public Steered steer(RunId run, String text, Optional<Address> to) {
        var body = Json.object().put("message", text).put("message_id", transport.mint("msg"));
        to.ifPresent(address -> body.put("to_agent", address.value()));
        var target = Target.of("api", "runs", run.value(), "steer");
        return Steered.read(transport.post(target, body, Duration.ZERO));
    }

    private RunStanding control(RunId run, String act, Optional<String> reason) {
        var body = Json.object();
        reason.ifPresent(why -> body.put("reason", why));
        var target = Target.of("api", "runs", run.value(), act);
        return RunStanding.read(transport.post(target, body, Duration.ZERO));
    }

    private Page<RunView> list(Target target) {
        var answer = transport.get(target);
        return new Page<>(
                answer.list("items").stream().map(RunView::read).toList(),
                answer.maybeText("next"));
    }
}
