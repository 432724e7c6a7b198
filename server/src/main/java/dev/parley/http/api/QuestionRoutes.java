package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.question.Examination;
import dev.parley.question.Questions;
import dev.parley.run.Asked;
import dev.parley.run.Given;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.QuestionTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What waits for people, over HTTP. */
public final class QuestionRoutes {
    private static final List<String> OUTCOME =
            List.of("answer", "choice", "decision", "reason", "answered_by", "answered_at");

    private final Store store;
    private final Questions questions;
    private final Examination examination;

    public QuestionRoutes(Store store, Questions questions, Examination examination) {
        this.store = store;
        this.questions = questions;
        this.examination = examination;
    }

    Answer list(Call call) {
        var after = call.query("after").map(cursor -> place(Cursor.read(store.epoch(), cursor)));
        int limit = Pages.limit(call);
        var found =
                questions.list(
                        call.caller(),
                        isOnlyOpen(call.query("state").orElse("open")),
                        call.query("run").map(RunId::new).orElse(null),
                        after.orElse(0L),
                        limit,
                        Duration.ofSeconds(call.waitSeconds()));
        var last = found.isEmpty() ? null : found.getLast().position();
        var next = last == null ? call.query("after").orElse(null) : cursor(last);
        return Answer.ok(
                Pages.page(
                                found,
                                question -> describe(question.row()),
                                found.size() < limit || last == null
                                        ? null
                                        : TextNode.valueOf(cursor(last)))
                        .put("cursor", next));
    }

    private String cursor(long position) {
        return Cursor.write(store.epoch(), Long.toString(position));
    }

    private static long place(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw bad("after must be a cursor that a list of questions was answered with");
        }
    }

    private static boolean isOnlyOpen(String state) {
        return switch (state) {
            case "open" -> true;
            case "all" -> false;
            default -> throw bad("state must be open or all");
        };
    }

    Answer get(Call call) {
        return Answer.ok(describe(questions.get(call.caller(), call.path("question"))));
    }

    Answer answer(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var given =
                new Given(
                        fields.text("answer"),
                        fields.text("choice"),
                        fields.text("decision"),
                        fields.text("reason"));
        if (!Boolean.TRUE.equals(fields.bool("insist"))) {
            examination.of(call.caller(), call.path("question"), given);
        }
        var answered = questions.answer(call.caller(), call.path("question"), given);
        var body = describe(answered.question());
        return Answer.createdOnce(body, answered.duplicate());
    }

    /** Whether the exact action with this digest was approved in the run. */
    Answer approved(Call call) {
        var digest = call.query("digest").orElseThrow(() -> bad("digest is missing"));
        var decided = questions.decided(call.caller(), new RunId(call.path("run")), digest);
        var body =
                Json.object()
                        .put("digest", digest)
                        .put("approved", decided.filter(QuestionTable.Row::isApproved).isPresent());
        body.set("question", decided.map(QuestionRoutes::describe).orElse(null));
        return Answer.ok(body);
    }

    public static ObjectNode describe(QuestionTable.Row row) {
        var asked = Asked.read(row.asked());
        var body =
                Json.object()
                        .put("question_id", row.key().id())
                        .put("run_id", row.key().run().run().value())
                        .put("seq", row.key().seq())
                        .put("message_id", row.message().value())
                        .put("kind", Wire.name(row.kind()))
                        .put("asked_by", row.askedBy())
                        .put("text", asked.text());
        body.set("context", asked.context());
        body.set("choices", asked.choices().isEmpty() ? null : array(asked.choices()));
        body.set("answerers", asked.answerers().isEmpty() ? null : array(asked.answerers()));
        body.set("approval", asked.approval());
        body.put("digest", row.digest()).put("guard", asked.guard());
        body.set("deadline_at", time(row.deadline()));
        body.set("created_at", time(row.openedAt()));
        body.put("state", Wire.name(row.state()));
        var outcome = row.outcome() == null ? Json.object() : Json.parseTrusted(row.outcome());
        OUTCOME.forEach(field -> body.set(field, outcome.get(field)));
        return body;
    }

    private static ArrayNode array(List<String> texts) {
        var array = Json.array();
        texts.forEach(array::add);
        return array;
    }

    private static @Nullable JsonNode time(@Nullable Instant at) {
        return at == null ? null : Times.epochSeconds(at);
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
