package dev.parley.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.Program;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Answer;
import dev.parley.session.Ear;
import dev.parley.session.Host;
import dev.parley.session.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * An agent that speaks the Agent Client Protocol. Each session has a process of its own, in its own
 * folder, which ends when nobody has spoken to it for a while: what goes wrong in one session
 * touches no other, and what is killed is killed whole.
 */
final class AcpHost implements Host {
    /** Some programs are fetched from elsewhere when they are first run. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MAX_HISTORY = 40;
    private static final int MAX_HISTORY_CHARS = 24_000;

    private final AgentSpec spec;
    private final AcpSpec acp;
    private final Latchkeys keys;
    private final Consumer<String> violation;
    private final AcpSeats seats;

    AcpHost(
            AgentSpec spec,
            AcpSpec acp,
            Latchkeys keys,
            LongSupplier now,
            Consumer<String> violation) {
        this.spec = spec;
        this.acp = acp;
        this.keys = keys;
        this.violation = violation;
        this.seats = new AcpSeats(now);
    }

    @Override
    public int atOnce() {
        return spec.atOnce();
    }

    @Override
    public boolean retries() {
        return spec.retry();
    }

    @Override
    public boolean isLoaded(SessionId session) {
        return seats.isTaken(session);
    }

    @Override
    public void unload(SessionId session) {
        seats.leave(session);
    }

    @Override
    public void rest() {
        seats.leaveIdle(acp.idle());
    }

    @Override
    public Answer take(Turn turn, Ear ear) throws InterruptedException {
        try (var seat = seats.take(turn.session().id())) {
            var running = seat.agent();
            var prompt = Json.array();
            AcpAgent agent;
            if (running.isPresent()) {
                agent = running.get();
            } else {
                seats.makeRoom(spec.atOnce());
                agent = start(turn);
                seat.seat(agent);
                if (!converse(agent, turn)) {
                    tellPast(prompt, turn);
                }
            }
            add(prompt, turn.words());
            var hearing = new AcpTurn(ear, acp.maxOutput());
            var name = spec.resident().name().value();
            var permissions =
                    new AcpPermissions(name, acp.permissions(), ear, agent::answer, spec.timeout());
            var stop = agent.prompt(prompt, about(turn), hearing, permissions, spec.timeout());
            return new Answer(AcpStop.words(stop, hearing.words()), agent.ref());
        }
    }

    private AcpAgent start(Turn turn) {
        var key = keys.lend(Latchkeys.bearer(turn));
        var program =
                new Program.Spec(
                        Problem.AGENT_FAILED,
                        acp.command(),
                        acp.args(),
                        key.env(environment(turn)),
                        Path.of(cwd(turn)));
        return AcpAgent.start(spec.resident().name().value(), program, key, patience(), violation);
    }

    private boolean converse(AcpAgent agent, Turn turn) throws InterruptedException {
        var session = turn.session();
        var model = session.model() == null ? spec.model() : session.model();
        try {
            return agent.converse(session.ref(), cwd(turn), model);
        } catch (ParleyException | InterruptedException e) {
            agent.close();
            throw e;
        }
    }

    private Duration patience() {
        return spec.timeout().compareTo(PATIENCE) < 0 ? spec.timeout() : PATIENCE;
    }

    private static String cwd(Turn turn) {
        var cwd = turn.session().cwd();
        return cwd == null ? Path.of("").toAbsolutePath().toString() : cwd;
    }

    private Map<String, String> environment(Turn turn) {
        var env = new HashMap<>(acp.env());
        env.put("PARLEY_SESSION", turn.session().id().value());
        env.put("PARLEY_AGENT", spec.resident().name().value());
        env.put("PARLEY_RUN", turn.session().key().run().run().value());
        env.put("PARLEY_ROLE", turn.role());
        return env;
    }

    /** An agent that does not remember is told what was said, as far as there is room. */
    private static void tellPast(ArrayNode prompt, Turn turn) {
        var past =
                BoundedHistory.of(
                        turn.before().apply(MAX_HISTORY * 2), MAX_HISTORY, MAX_HISTORY_CHARS);
        if (past.kept().isEmpty() && past.summary().isEmpty()) {
            return;
        }
        var lines =
                past.kept().stream()
                        .map(line -> (line.isByAgent() ? "You: " : "They: ") + line.words())
                        .collect(Collectors.joining("\n\n"));
        add(
                prompt,
                "What was said in this conversation so far:\n\n"
                        + (past.summary().isEmpty() ? "" : past.summary() + "\n\n")
                        + lines
                        + "\n\nWhat is said now:");
    }

    /** What a prompt has no place for: what sort of message it is, and whose. */
    private static ObjectNode about(Turn turn) {
        return Json.object()
                .put("parley.dev/role", turn.role())
                .put("parley.dev/kind", turn.message().kind())
                .put("parley.dev/from", turn.message().fromAgent().value())
                .put("parley.dev/message", turn.message().messageId().value());
    }

    private static void add(ArrayNode prompt, String words) {
        prompt.addObject().put("type", "text").put("text", words);
    }

    @Override
    public void close() {
        seats.end();
    }
}
