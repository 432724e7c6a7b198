package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Listening;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The protocol of 2026-07-28: every request stands for itself. */
final class Modern {
    private static final String META = "io.modelcontextprotocol/";

    /** What a client may keep for a while; it is told when the lists change. */
    private static final long FRESH_MILLIS = 60_000;

    private static final Set<String> CACHEABLE =
            Set.of(
                    "server/discover",
                    "tools/list",
                    "prompts/list",
                    "resources/list",
                    "resources/templates/list",
                    "resources/read");

    private final Methods methods;
    private final Engine engine;
    private final Introduction introduction;
    private final RequestState states;
    private final Listeners listeners;

    Modern(
            Methods methods,
            Engine engine,
            Introduction introduction,
            RequestState states,
            Listeners listeners) {
        this.methods = methods;
        this.engine = engine;
        this.introduction = introduction;
        this.states = states;
        this.listeners = listeners;
    }

    Answer answer(Call call, Rpc.Request request) throws InterruptedException {
        Client client;
        try {
            ModernHeaders.check(call, request);
            client = client(call, request);
            checkMirrors(call, client, request);
        } catch (ParleyException refused) {
            return failed(request, refused, 400).answer();
        }
        engine.attendance().seen(client);
        engine.note(call, client, request);
        if (request.method().equals("subscriptions/listen")) {
            return listeners.answer(call, client, request);
        }
        var listening = engine.listening();
        var answering = engine.answering(call, request, client, listening);
        if (!engine.mayTakeLong(client, request)) {
            return outcome(call, client, request, listening, answering).answer();
        }
        return answering.answer(() -> outcome(call, client, request, listening, answering));
    }

    private void checkMirrors(Call call, Client client, Rpc.Request request) {
        if (request.method().equals("tools/call")) {
            engine.catalogue()
                    .tool(client, Methods.text(request.params(), "name"))
                    .map(tool -> tool.input().mirrors())
                    .orElse(List.of())
                    .forEach(mirror -> mirror.check(call, request.params().path("arguments")));
        }
    }

    private Client client(Call call, Rpc.Request request) {
        var meta = request.params().path("_meta");
        return new Client(
                call.caller(),
                call.instance(),
                engine.session(call),
                meta.path(META + "clientInfo").path("name").asText(),
                Introduction.NEW,
                meta.withObject("/" + META.replace("/", "~1") + "clientCapabilities"));
    }

    private Outcome outcome(
            Call call, Client client, Rpc.Request request, Listening listening, Outgoing out) {
        try {
            var talk =
                    new Talk(
                            call,
                            client,
                            listening,
                            out,
                            request,
                            new NewEra(threshold(request), answers(client, request)));
            var result = listening.during(() -> run(request, talk));
            return Outcome.ok(Rpc.result(request.id(), complete(request.method(), result)));
        } catch (NeedInput asked) {
            return Outcome.ok(Rpc.result(request.id(), wanted(client, request, asked)));
        } catch (Throwable thrown) {
            return failed(request, engine.problem(request.method(), thrown), 200);
        }
    }

    private ObjectNode run(Rpc.Request request, Talk talk) throws Exception {
        return request.method().equals("server/discover")
                ? discovered()
                : methods.run(request.method(), request.params(), talk);
    }

    private ObjectNode discovered() {
        var json = Json.object();
        var versions = json.putArray("supportedVersions");
        Introduction.ALL.forEach(versions::add);
        json.set("capabilities", Introduction.capabilities());
        return json.put("instructions", introduction.instructions());
    }

    /** What was answered before, with what is answered now. */
    private ObjectNode answers(Client client, Rpc.Request request) {
        var state = request.params().get("requestState");
        var answers =
                state == null
                        ? Json.object()
                        : states.read(client.principal(), request, state.asText());
        if (request.params().get("inputResponses") instanceof ObjectNode now) {
            answers.setAll(now);
        }
        return answers;
    }

    private ObjectNode wanted(Client client, Rpc.Request request, NeedInput asked) {
        var result = Json.object().put("resultType", "input_required");
        var inputs = result.putObject("inputRequests");
        asked.wanted().forEach((key, input) -> inputs.set(key, input.json()));
        result.put("requestState", states.write(client.principal(), request, asked.answers()));
        return named(result);
    }

    private ObjectNode complete(String method, ObjectNode result) {
        result.put("resultType", "complete");
        if (CACHEABLE.contains(method)) {
            result.put("ttlMs", method.equals("resources/read") ? 0 : FRESH_MILLIS)
                    .put("cacheScope", "private");
        }
        return named(result);
    }

    private ObjectNode named(ObjectNode result) {
        result.withObject("/_meta").set(META + "serverInfo", introduction.server());
        return result;
    }

    /** Nothing is noted for a client that has not asked for it. */
    private static Optional<LogLevel> threshold(Rpc.Request request) {
        var level = request.params().path("_meta").path(META + "logLevel").asText();
        return Arrays.stream(LogLevel.values())
                .filter(known -> Wire.name(known).equals(level))
                .findFirst();
    }

    private static Outcome failed(Rpc.Request request, ParleyException problem, int status) {
        int fit =
                switch (problem.problem()) {
                    case UNKNOWN_METHOD -> Problem.UNKNOWN_METHOD.status();
                    case MISSING_CAPABILITY -> Problem.MISSING_CAPABILITY.status();
                    default -> status;
                };
        return new Outcome(fit, Rpc.error(request.id(), problem));
    }
}
