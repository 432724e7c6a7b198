package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.agent.Candidates;
import dev.parley.agent.Choice;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Selections;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Choosing agents for a task over HTTP. */
public final class SelectRoutes {
    private static final long USUAL_CHOICES = 5;
    private static final long MAX_CHOICES = 50;

    /** How much of a task the log of a run repeats. */
    private static final int MAX_TASK = 4_000;

    private final Candidates candidates;
    private final Selections selections;

    public SelectRoutes(Candidates candidates, Selections selections) {
        this.candidates = candidates;
        this.selections = selections;
    }

    /** Nobody is a fine answer: then nothing is to be delegated. */
    Answer select(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var task = fields.requiredText("task");
        var parent = fields.text("parent");
        var run = fields.id(RunId::new, "run_id");
        var wanted =
                new Candidates.Wanted(
                        task,
                        parent == null ? null : new AgentName(parent),
                        named(fields),
                        (int) limit(fields),
                        run);
        if (run == null) {
            return Answer.ok(describe(candidates.select(call.caller(), wanted)));
        }
        selections.admit(call.caller(), run);
        var chosen = describe(candidates.select(call.caller(), wanted));
        note(call.caller(), run, task, chosen);
        return Answer.ok(chosen);
    }

    private void note(Principal caller, RunId run, String task, ObjectNode chosen) {
        var names = chosen.path("selected").valueStream().map(JsonNode::asText).toList();
        var line = Json.object().put("task", OneLine.of(task, MAX_TASK));
        line.setAll(chosen.deepCopy().retain("considered", "selected", "by"));
        selections.note(
                caller,
                run,
                names.isEmpty()
                        ? "nobody is selected"
                        : OneLine.summary("selected: " + String.join(", ", names)),
                line);
    }

    private static ObjectNode describe(Candidates.Chosen chosen) {
        var body = Json.object();
        var selected = body.putArray("selected");
        var items = body.putArray("items");
        for (var choice : chosen.choices()) {
            selected.add(choice.agent().value());
            items.add(describe(choice));
        }
        return body.put("considered", chosen.considered()).put("by", Wire.name(chosen.by()));
    }

    private static ObjectNode describe(Choice choice) {
        var item =
                Json.object()
                        .put("agent", choice.agent().value())
                        .put("score", choice.score())
                        .put("reason", choice.reason());
        choice.capabilities().forEach(item.putArray("capabilities")::add);
        choice.words().forEach(item.putArray("words")::add);
        return item;
    }

    private static @Nullable Set<AgentName> named(Fields fields) {
        var given = fields.array("candidates");
        if (given == null) {
            return null;
        }
        if (given.size() > Candidates.MAX) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "candidates may name at most " + Candidates.MAX + " agents");
        }
        var names = new LinkedHashSet<AgentName>();
        for (var name : given) {
            if (!name.isTextual()) {
                throw new ParleyException(
                        Problem.BAD_VALUE, "candidates must be an array of agents' names");
            }
            agent(name.textValue()).ifPresent(names::add);
        }
        return names;
    }

    /** Whoever cannot be an agent is as unknown as one without a card. */
    private static Optional<AgentName> agent(String name) {
        try {
            return Optional.of(new AgentName(name));
        } catch (ParleyException _) {
            return Optional.empty();
        }
    }

    private static long limit(Fields fields) {
        long limit = Objects.requireNonNullElse(fields.integer("limit"), USUAL_CHOICES);
        if (limit < 1 || limit > MAX_CHOICES) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "limit must be between 1 and " + MAX_CHOICES + ", was " + limit);
        }
        return limit;
    }
}
