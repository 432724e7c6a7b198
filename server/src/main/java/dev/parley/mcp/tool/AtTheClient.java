package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.mcp.Reply;
import dev.parley.mcp.ToolCall;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.question.Questions;
import dev.parley.run.Given;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whoever sits at an agent's client. The hub knows no more of them than the agent's token, and says
 * so: what they answer is by the user of that agent, and can approve nothing.
 */
final class AtTheClient {
    private static final String ANSWER = "answer";

    private final Questions questions;
    private final Audit audit;

    AtTheClient(Questions questions, Audit audit) {
        this.questions = questions;
        this.audit = audit;
    }

    /** Shows a form; one that cannot be shown is as if the client had none. */
    Reply ask(ToolCall call, String question, @Nullable String context, List<String> choices)
            throws InterruptedException {
        var words = context == null ? question : question + "\n\n" + context;
        try {
            var reply = call.ask("question", words, form(choices));
            return reply instanceof Reply.Answered(var content) && !isAnswer(content, choices)
                    ? new Reply.Dismissed()
                    : reply;
        } catch (ParleyException unanswered) {
            if (call.isCancelled()) {
                throw unanswered;
            }
            return new Reply.Unsupported();
        }
    }

    private static ObjectNode form(List<String> choices) {
        var form = Json.object().put("type", "object");
        var answer = form.putObject("properties").putObject(ANSWER).put("type", "string");
        answer.put("title", "Answer");
        if (!choices.isEmpty()) {
            var offered = answer.putArray("enum");
            choices.forEach(offered::add);
        }
        form.putArray("required").add(ANSWER);
        return form;
    }

    private static boolean isAnswer(ObjectNode content, List<String> choices) {
        var answer = content.path(ANSWER).asText();
        return choices.isEmpty() ? !answer.isBlank() : choices.contains(answer);
    }

    /** Closes a question that the caller has asked with what its user said in the form. */
    void answers(ToolCall call, String question, ObjectNode content) {
        var caller = call.principal();
        var user =
                new Principal(
                        caller.tokenId(),
                        caller.space(),
                        Role.PERSON,
                        "user of " + caller.name(),
                        null);
        var happening =
                new Happening(
                        caller.space().value(),
                        user.label(),
                        caller.tokenId(),
                        "ask_user",
                        question,
                        Happening.OK,
                        "answered in a form of " + caller.name() + "'s client");
        questions.answer(
                user,
                question,
                new Given(content.path(ANSWER).asText(), null, null, null),
                append -> audit.with(append, posted -> posted.isNew() ? happening : null));
    }
}
