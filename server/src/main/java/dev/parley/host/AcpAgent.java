package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.Dialogue;
import dev.parley.program.JsonRpc;
import dev.parley.program.Program;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A running agent that speaks the Agent Client Protocol, and its one conversation. */
final class AcpAgent implements AutoCloseable {
    private static final String PROMPT = "session/prompt";
    private static final int VERSION = 1;
    private static final int MAX_LINE = 4 << 20;
    private static final int AUTH_REQUIRED = -32000;
    private static final int MAX_WORDS = 500;

    /** How long it has to stop when it is told to. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Duration patience;
    private final Dialogue dialogue;
    private final AcpHearing hearing;
    private final Latchkeys.Latchkey key;
    private JsonNode abilities = MissingNode.getInstance();
    private String logins = "";
    private @Nullable String ref;

    private AcpAgent(
            Dialogue dialogue, AcpHearing hearing, Latchkeys.Latchkey key, Duration patience) {
        this.dialogue = dialogue;
        this.hearing = hearing;
        this.key = key;
        this.patience = patience;
    }

    /**
     * Starts it.
     *
     * @param key by which it finds its way back in; given back when it ends, or cannot be started
     * @param patience how long it may take to get ready
     * @param violation is told once when it does what it must not
     */
    static AcpAgent start(
            String name,
            Program.Spec program,
            Latchkeys.Latchkey key,
            Duration patience,
            Consumer<String> violation) {
        var hearing = new AcpHearing(violation);
        try {
            var dialogue =
                    Dialogue.open(
                            "agent-" + name, program, MAX_LINE, Problem.AGENT_FAILED, hearing);
            dialogue.afterwards(key::close);
            return new AcpAgent(dialogue, hearing, key, patience);
        } catch (ParleyException e) {
            key.close();
            throw e;
        }
    }

    private void greet() throws InterruptedException {
        var params = Json.object().put("protocolVersion", VERSION);
        var offered = params.putObject("clientCapabilities");
        offered.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
        offered.put("terminal", false);
        params.putObject("clientInfo")
                .put("name", "parley")
                .put("title", "Parley")
                .put("version", "1");
        var hello = ask("initialize", params);
        int version = hello.path("protocolVersion").asInt();
        if (version != VERSION) {
            throw failed("it speaks version " + version + " of ACP, the hub speaks " + VERSION);
        }
        abilities = hello.path("agentCapabilities");
        logins =
                hello.path("authMethods")
                        .valueStream()
                        .map(one -> one.path("name").asText(one.path("id").asText()))
                        .reduce("", (all, one) -> all.isEmpty() ? one : all + ", " + one);
    }

    /** By which it knows the conversation. */
    @Nullable String ref() {
        return ref;
    }

    /**
     * Greets it and opens its conversation: the one that it knows by this, where it still does.
     *
     * @return whether it remembers what was said in it
     */
    boolean converse(@Nullable String known, String cwd, @Nullable String model)
            throws InterruptedException {
        greet();
        var params = Json.object().put("cwd", cwd);
        boolean speaksHttp = abilities.at("/mcpCapabilities/http").asBoolean();
        params.putArray("mcpServers").add(speaksHttp ? AcpDoor.http(key) : AcpDoor.stdio(key));
        var resumed = known == null ? null : resumed(params.deepCopy().put("sessionId", known));
        var opened = resumed == null ? ask("session/new", params) : resumed;
        var id = resumed == null ? opened.path("sessionId").asText() : known;
        if (id == null || id.isEmpty() || id.length() > MAX_WORDS) {
            throw failed("it has opened a session without an id, or with an endless one");
        }
        ref = id;
        var models = AcpModels.of(opened);
        boolean isKept = resumed != null && models.offered().isEmpty();
        if (model != null && !isKept) {
            var choice = models.choose(id, model);
            ask(choice.method(), choice.params());
        }
        return resumed != null;
    }

    /** What it says to a conversation that it knows; null when it does not. */
    private @Nullable JsonNode resumed(ObjectNode params) throws InterruptedException {
        var method =
                abilities.at("/sessionCapabilities/resume").isObject()
                        ? "session/resume"
                        : abilities.path("loadSession").asBoolean() ? "session/load" : null;
        return method == null ? null : ask(method, params, code -> code != AUTH_REQUIRED);
    }

    private JsonNode ask(String method, ObjectNode params) throws InterruptedException {
        var result = ask(method, params, _ -> false);
        return result == null ? MissingNode.getInstance() : result;
    }

    /** Null when it refuses in a way that is no matter. */
    private @Nullable JsonNode ask(String method, ObjectNode params, Predicate<Integer> isNoMatter)
            throws InterruptedException {
        try (var call = dialogue.call(one -> JsonRpc.request(one.id(), method, params))) {
            var answer = call.await(patience).orElseThrow(() -> tooLong(method));
            var error = answer.get("error");
            if (error == null) {
                return answer.path("result");
            }
            if (isNoMatter.test(error.path("code").asInt())) {
                return null;
            }
            throw refusal(method, error);
        } catch (TimeoutException _) {
            throw late(method, patience);
        }
    }

    /**
     * Has it answer; gives the reason for which it has stopped.
     *
     * @param about what the prompt is about, for agents that know the hub
     */
    String prompt(
            ArrayNode words,
            ObjectNode about,
            AcpTurn turn,
            AcpPermissions permissions,
            Duration atMost)
            throws InterruptedException {
        var params = Json.object().put("sessionId", ref);
        params.set("_meta", about);
        params.set("prompt", words);
        try (var call =
                dialogue.call(
                        one -> {
                            hearing.begin(new AcpHearing.Round(turn, permissions, one::fail));
                            return JsonRpc.request(one.id(), PROMPT, params);
                        })) {
            var answer = awaited(call, permissions, atMost);
            var error = answer.get("error");
            if (error != null) {
                throw refusal(PROMPT, error);
            }
            return answer.at("/result/stopReason").asText();
        } finally {
            hearing.end();
            permissions.close();
            turn.end();
        }
    }

    private JsonNode awaited(Dialogue.Call call, AcpPermissions permissions, Duration atMost)
            throws InterruptedException {
        try {
            return call.await(atMost).orElseThrow(() -> tooLong(PROMPT));
        } catch (TimeoutException _) {
            cancel(call, permissions);
            throw late(PROMPT, atMost);
        } catch (InterruptedException stopped) {
            cancel(call, permissions);
            throw stopped;
        } catch (ParleyException troubled) {
            close();
            throw troubled;
        }
    }

    /** Tells it to stop; one that does not is ended. */
    private void cancel(Dialogue.Call call, AcpPermissions permissions) {
        var params = Json.object().put("sessionId", ref);
        dialogue.mention(JsonRpc.notification("session/cancel", params));
        permissions.close();
        boolean hasStopped = call.isSettled(GRACE);
        if (!hasStopped) {
            close();
        }
        // Whoever has called the turn off may have done so more than once.
        var _ = Thread.interrupted();
    }

    /** Tells it whether it may do what it has asked about. */
    void answer(ObjectNode message) {
        dialogue.mention(message);
    }

    boolean isOpen() {
        return dialogue.isOpen();
    }

    @Override
    public void close() {
        hearing.end();
        key.close();
        dialogue.close();
    }

    private ParleyException refusal(String method, JsonNode error) {
        var data = error.path("data");
        var more = data.isTextual() ? data : data.path("details");
        var words =
                Excerpt.text(error.path("message").asText(), MAX_WORDS)
                        + (more.isTextual() ? ": " + Excerpt.text(more.asText(), MAX_WORDS) : "");
        var login =
                error.path("code").asInt() == AUTH_REQUIRED
                        ? "; somebody must log in first, in a terminal as the hub's user"
                                + (logins.isEmpty() ? "" : " (" + logins + ")")
                        : "";
        return failed("it refuses " + method + ": " + words + login + dialogue.lastWords());
    }

    private ParleyException late(String method, Duration atMost) {
        return failed(
                "it has not answered "
                        + method
                        + " within "
                        + atMost.toSeconds()
                        + " seconds"
                        + dialogue.lastWords());
    }

    private static ParleyException tooLong(String method) {
        return failed("its answer to " + method + " is too long");
    }

    private static ParleyException failed(String why) {
        return new ParleyException(Problem.AGENT_FAILED, why);
    }
}
