package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.host.Tools;
import dev.parley.http.Incidents;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Agents that the hub itself prompts are clients like any other, without a connection. */
public final class InHouse implements Tools {
    private static final String PENDING = Problem.APPROVAL_PENDING.slug();

    private final Catalogue catalogue;
    private final Methods methods;

    public InHouse(Catalogue catalogue, Incidents incidents) {
        this.catalogue = catalogue;
        this.methods = new Methods(catalogue, incidents);
    }

    @Override
    public List<Tool> of(Principal agent) {
        var client = client(agent);
        return catalogue.tools(client).stream()
                .map(tool -> new Tool(tool.name(), tool.description(client), tool.input().json()))
                .toList();
    }

    /** What waits for a person's leave is asked for again, until there is one or no time. */
    @Override
    public Result use(Principal agent, String tool, ObjectNode arguments, Duration atMost)
            throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        var params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        while (true) {
            var result = call(agent, params);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!isPending(result) || System.nanoTime() > until) {
                return new Result(words(result), result.path("isError").asBoolean());
            }
        }
    }

    private ObjectNode call(Principal agent, ObjectNode params) throws InterruptedException {
        try {
            return methods.run("tools/call", params, new Quiet(client(agent)));
        } catch (ParleyException refused) {
            return ToolResult.error(refused.detail()).json();
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception bug) {
            throw new IllegalStateException(bug);
        }
    }

    private static Client client(Principal agent) {
        return new Client(
                agent, InstanceId.ONLY, agent.heldTo(), "parley", Introduction.NEW, Json.object());
    }

    private static boolean isPending(ObjectNode result) {
        return result.path("_meta").path(Methods.PROBLEM).path("code").asText().equals(PENDING);
    }

    private static String words(ObjectNode result) {
        return result.path("content")
                .valueStream()
                .map(
                        one ->
                                one.has("text")
                                        ? one.path("text").asText()
                                        : "[" + one.path("type").asText() + "]")
                .collect(Collectors.joining("\n"));
    }

    /** Nobody watches it, and it can be asked for nothing. */
    private record Quiet(Client client) implements Exchange {
        @Override
        public void progress(double progress, @Nullable Double total, @Nullable String message) {}

        @Override
        public void log(LogLevel level, JsonNode data) {}

        @Override
        public boolean isCancelled() {
            return Thread.currentThread().isInterrupted();
        }

        @Override
        public Map<String, ObjectNode> ask(Map<String, Input> wanted) {
            throw new ParleyException(
                    Problem.MISSING_CAPABILITY, "an agent in the hub can be asked for nothing");
        }

        @Override
        public Optional<Named> named() {
            return Optional.empty();
        }

        @Override
        public <R> Command<R> noted(Command<R> command, Function<R, @Nullable String> name) {
            return command;
        }

        @Override
        public void refused(ParleyException problem) {}
    }
}
