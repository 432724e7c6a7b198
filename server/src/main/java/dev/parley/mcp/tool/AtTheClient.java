package dev.parley.mcp.tool;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.mcp.ToolCall;
import dev.parley.question.Questions;
import dev.parley.run.Given;

/**
 * Whoever sits at an agent's client. The hub knows no more of them than the agent's token, and says
 * so: what they answer is by the user of that agent, and can approve nothing.
 */
final class AtTheClient {
    private final Questions questions;
    private final Audit audit;

    AtTheClient(Questions questions, Audit audit) {
        this.questions = questions;
        this.audit = audit;
    }

    /** Closes a question that the caller has asked with what its user said. */
    void answers(ToolCall call, String question, String answer) {
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
                new Given(answer, null, null, null),
                append -> audit.with(append, posted -> posted.isNew() ? happening : null));
    }
}
