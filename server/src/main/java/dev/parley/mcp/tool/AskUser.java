package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Reply;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.question.Questions;
import dev.parley.run.Given;
import dev.parley.run.Runs;
import dev.parley.run.Sent;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person: whoever sits at the client where it can show a form, else all who look into the
 * inbox for people. Either way the question and its answer stand in a run's log.
 */
final class AskUser extends HouseTool {
    private static final String NAME = "ask_user";
    private static final String KIND = "REQUEST_USER_INPUT";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Ask the user",
                    Label.paragraph(
                            """
                            Asks the person you work for. Use it when you are blocked, when a
                            decision is not yours, or before something that cannot be undone; one
                            clear question at a time, with choices where there are any. status
                            "answered" comes with the answer. status "pending" means that nobody has
                            answered yet: go on with what does not depend on it, and call ask_user
                            with just the question_id later. "declined" means that the person does
                            not want to answer: do not ask again. Example: {"question":"Delete the
                            old table?","choices":["yes","no"]}
                            """),
                    Permission.APPEAR,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"properties":{
                              "question":{"type":"string","minLength":1,"maxLength":4000,
                                "description":"What you want to know."},
                              "choices":{"type":"array","minItems":1,"maxItems":100,"uniqueItems":true,
                                "items":{"type":"string","minLength":1},
                                "description":"The only possible answers, if it is a choice."},
                              "context":{"type":"string","maxLength":16000,
                                "description":"What helps to answer it."},
                              "run_id":{"type":"string","description":
                                "The run, or run of your task, that it is about."},
                              "question_id":{"type":"string","description":
                                "To collect the answer to an earlier question: the one you got."},
                              "wait_seconds":{"type":"integer","minimum":0,"maximum":55,"default":55},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Choose one and give it again when you repeat a call whose answer was lost: it is then asked once."}},
                             "anyOf":[{"required":["question"]},{"required":["question_id"]}]}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["status"],"properties":{
                              "status":{"enum":["answered","pending","declined","expired","cancelled"]},
                              "question_id":{"type":"string"},"run_id":{"type":"string"},
                              "message_id":{"type":"string"},"answer":{"type":"string"},
                              "reason":{"type":"string"},"answered_by":{"type":"string"},
                              "next":{"type":"string"}}}
                            """));

    private final Runs runs;
    private final Sending sending;
    private final Questions questions;
    private final AtTheClient user;

    AskUser(Runs runs, Sending sending, Questions questions, AtTheClient user) {
        super(LABEL);
        this.runs = runs;
        this.sending = sending;
        this.questions = questions;
        this.user = user;
    }

    @Override
    public ToolResult call(ToolCall call) throws InterruptedException {
        var in = Fields.of(call.arguments());
        var earlier = in.text("question_id");
        if (earlier != null) {
            return shown(questions.await(call.principal(), earlier, WaitSeconds.orMost(in)));
        }
        var run = in.id(RunId::new, "run_id");
        if (run != null && isForManager(call, run)) {
            return leftToManager(open(call, in, run));
        }
        return switch (atTheClient(call, in)) {
            case Reply.Answered(var content) -> {
                var id = question(call, open(call, in, run));
                user.answers(call, id, content);
                yield shown(questions.get(call.principal(), id));
            }
            case Reply.Declined _ ->
                    ToolResult.structured(
                            Json.object()
                                    .put("status", "declined")
                                    .put("next", "decide yourself, or stop and say why"));
            case Reply.Dismissed _ -> pending(call, open(call, in, run), Duration.ZERO);
            case Reply.Unsupported _ -> pending(call, open(call, in, run), WaitSeconds.orMost(in));
        };
    }

    /** Only the manager of a managed run speaks to people. */
    private boolean isForManager(ToolCall call, RunId id) {
        var run = runs.facts(call.principal(), id);
        var manager = run.members().agent(new AgentName("manager"));
        return run.row().protocol() == RunProtocol.MANAGED
                && call.client().agent().filter(manager::equals).isEmpty();
    }

    private static ToolResult leftToManager(Sent sent) {
        return ToolResult.structured(
                Json.object()
                        .put("status", "pending")
                        .put("message_id", sent.posted().messageId().value())
                        .put("run_id", sent.run().value())
                        .put(
                                "next",
                                "your manager is asked first; collect the answer with ask_agent by"
                                        + " this message_id and run_id"));
    }

    private Reply atTheClient(ToolCall call, Fields in) throws InterruptedException {
        return user.ask(call, in.requiredText("question"), in.text("context"), choices(in));
    }

    private static List<String> choices(Fields in) {
        var given = in.array("choices");
        return given == null ? List.of() : given.valueStream().map(JsonNode::asText).toList();
    }

    private Sent open(ToolCall call, Fields in, @Nullable RunId run) {
        var question = in.requiredText("question");
        var payload = Json.object().put("question", question);
        var choices = in.array("choices");
        if (choices != null) {
            payload.set("choices", choices);
        }
        var context = in.text("context");
        if (context != null) {
            payload.put("context", context);
        }
        var draft =
                Sending.draft(call, NAME, Address.USER, KIND)
                        .summary(OneLine.summary(question))
                        .payload(payload)
                        .build();
        return sending.send(call, run, draft);
    }

    private static String question(ToolCall call, Sent sent) {
        var run = new RunKey(call.principal().space(), sent.run());
        return new QuestionTable.Key(run, sent.posted().seq()).id();
    }

    private ToolResult pending(ToolCall call, Sent sent, Duration patience) {
        return shown(questions.await(call.principal(), question(call, sent), patience));
    }

    private static ToolResult shown(QuestionTable.Row question) {
        var facts =
                Json.object()
                        .put("status", question.isOpen() ? "pending" : Wire.name(question.state()))
                        .put("question_id", question.key().id())
                        .put("run_id", question.key().run().run().value());
        var outcome = question.outcome();
        if (question.state() == QuestionState.ANSWERED && outcome != null) {
            var said = Json.parseTrusted(outcome);
            var given = Given.read(said);
            facts.put("answer", given.words())
                    .put("answered_by", said.path("answered_by").asText());
            if (given.reason() != null) {
                facts.put("reason", given.reason());
            }
        }
        return ToolResult.structured(
                question.isOpen()
                        ? facts.put(
                                "next",
                                "it waits in the inbox for people; go on, and call ask_user with"
                                        + " this question_id later")
                        : facts);
    }
}
