package dev.parley.cli;

import dev.parley.client.QuestionView;
import java.util.List;

/** How a question is answered on the command line. */
public final class Replying {
    private Replying() {}

    /**
     * The commands that answer it, each to be copied as it stands; the safest comes first.
     *
     * @param options that every command needs to find the hub
     */
    public static List<String> commands(QuestionView question, String options) {
        var command = "./parley answer " + Quoted.word(question.questionId()) + options;
        if (question.kind().equals("approval")) {
            return List.of(command + " --deny", command + " --approve");
        }
        return question.choices().isEmpty()
                ? List.of(command + " \"" + TextArgument.PLACEHOLDER + "\"")
                : question.choices().stream()
                        .map(choice -> command + " --choice=" + Quoted.word(choice))
                        .toList();
    }
}
