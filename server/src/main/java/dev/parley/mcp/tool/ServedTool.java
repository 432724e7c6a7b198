package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.mcp.Client;
import dev.parley.mcp.Content;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.Gateway;
import dev.parley.tool.Offer;
import dev.parley.tool.Outcome;
import dev.parley.tool.Wanted;
import dev.parley.tool.server.ToolClass;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A tool of a configured server, used through the hub: under its policy and told in a run's log.
 */
final class ServedTool implements Tool {
    /** Which run's log tells of the call; no server has an argument of this name. */
    static final String RUN = "parley_run_id";

    private static final Duration AT_MOST = Duration.ofSeconds(50);

    private final Gateway gateway;
    private final Offer offer;
    private final Optional<RunId> usual;

    /**
     * A tool that is offered.
     *
     * @param usual the run of the session that it is used in
     */
    ServedTool(Gateway gateway, Offer offer, Optional<RunId> usual) {
        this.gateway = gateway;
        this.offer = offer;
        this.usual = usual;
    }

    @Override
    public String name() {
        return offer.name();
    }

    @Override
    public String title() {
        return Objects.requireNonNullElse(offer.tool().title(), offer.tool().name());
    }

    @Override
    public String description(Client client) {
        return offer.tool().description()
                + " ("
                + (offer.handling().needsApproval() ? "A person approves each call first. " : "")
                + "Runs on the tool server \""
                + offer.server()
                + "\"; the call is told in the log of a run.)";
    }

    @Override
    public Permission permission() {
        return Permission.APPEAR;
    }

    /** The tool's own schema, beside which the caller may say in which run it works. */
    @Override
    public Schema input() {
        var schema = offer.tool().inputSchema().deepCopy();
        schema.withObjectProperty("properties")
                .putObject(RUN)
                .put("type", "string")
                .put(
                        "description",
                        "The run that you use it for, such as that of your task; without it, that"
                                + " of your session, or one of your own.");
        return Schema.of(schema);
    }

    /** The gateway looks, once it is known that the tool may be used at all. */
    @Override
    public List<String> complaints(ObjectNode arguments) {
        return List.of();
    }

    @Override
    public Hints hints() {
        boolean isReading = offer.handling().kind() != ToolClass.MUTATING;
        return new Hints(isReading, !isReading, isReading, true);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var arguments = call.arguments().deepCopy();
        var named = arguments.remove(RUN);
        var run =
                named == null
                        ? usual.orElseGet(() -> gateway.ownRun(call.principal()))
                        : new RunId(named.asText());
        var wanted = new Wanted(run, offer.name(), arguments, null, null, AT_MOST);
        var outcome = made(call, wanted).requireAnswer();
        return outcome.status() == ToolStatus.RUNNING
                ? ToolResult.text(
                        "It is still running: GET /api/runs/"
                                + run
                                + "/tool-calls/"
                                + outcome.call()
                                + " has its result later, and so has the log of that run.")
                : answered(outcome);
    }

    /** A model learns of a person's answer by the tool that asks people. */
    private Outcome made(ToolCall call, Wanted wanted) {
        try {
            return gateway.call(
                    call.principal(),
                    wanted,
                    step -> call.progress(step.done(), step.total(), step.message()));
        } catch (ParleyException refused) {
            throw advised(refused);
        }
    }

    static ParleyException advised(ParleyException refused) {
        return refused.problem() == Problem.APPROVAL_PENDING
                ? new ParleyException(
                        refused.problem(),
                        "%s; ask_user with just its question_id %s waits and tells"
                                .formatted(refused.detail(), refused.extras().get("question_id")),
                        refused.extras())
                : refused;
    }

    private static ToolResult answered(Outcome outcome) {
        var result = outcome.result() instanceof ObjectNode given ? given : Json.object();
        var content =
                StreamSupport.stream(result.path("content").spliterator(), false)
                        .filter(ObjectNode.class::isInstance)
                        .map(ObjectNode.class::cast)
                        .map(Content::new)
                        .toList();
        var structured = result.get("structuredContent") instanceof ObjectNode facts ? facts : null;
        return new ToolResult(
                content.isEmpty() ? List.of(Content.text("done")) : content,
                structured,
                outcome.status() == ToolStatus.ERROR);
    }
}
