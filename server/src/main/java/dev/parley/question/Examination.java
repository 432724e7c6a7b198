package dev.parley.question;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.run.Asked;
import dev.parley.run.Given;
import dev.parley.run.QuestionRules;
import dev.parley.store.table.QuestionTable;
import java.util.Map;

/** Looks at a person's words before they become the answer to what an agent has asked. */
public record Examination(Questions questions, Examiner examiner) {
    /** Refuses words that do not answer; who has chosen or decided is never asked to think anew. */
    public void of(Principal caller, String id, Given said) {
        var row = questions.get(caller, id);
        var asked = Asked.read(row.asked());
        if (row.isOpen() && isFree(asked)) {
            QuestionRules.requireAnswerer(asked, caller.label());
            var words = said.to(asked).words();
            if (words.length() <= Questions.MAX_ANSWER) {
                examine(row, asked, words);
            }
        }
    }

    private void examine(QuestionTable.Row row, Asked asked, String words) {
        var objection = examiner.objection(row.key().run(), asked, words);
        if (objection.isPresent()) {
            throw new ParleyException(
                    Problem.NOT_AN_ANSWER,
                    objection.get() + "; answer anew, or send it with \"insist\": true",
                    Map.of("reason", objection.get()));
        }
    }

    private static boolean isFree(Asked asked) {
        return asked.approval() == null && asked.choices().isEmpty() && asked.guard() == null;
    }
}
