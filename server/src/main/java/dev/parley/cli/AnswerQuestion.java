package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.QuestionView;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley answer}: a person answers what was asked. */
@Command(
        name = "answer",
        description = "Answer a question, or decide about an approval.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley answer ID \"from LAX\"",
            "  ./parley answer ID --choice comfort",
            "  ./parley answer ID --deny --reason \"not on a Friday\""
        })
public final class AnswerQuestion implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "the question, as inbox shows it")
    private String id = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TEXT",
            description = "the answer; - reads it from standard input")
    private List<String> words = List.of();

    @Option(names = "--choice", paramLabel = "X", description = "one of the choices")
    private @Nullable String choice;

    @Option(names = "--approve", description = "the action may be taken")
    private boolean approve;

    @Option(names = "--deny", description = "the action may not be taken")
    private boolean deny;

    @Option(names = "--reason", paramLabel = "TEXT", description = "why")
    private @Nullable String reason;

    @Option(names = "--insist", description = "TEXT is the answer, whatever a model thinks of it")
    private boolean insist;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public AnswerQuestion(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        long given =
                Stream.of(!words.isEmpty(), choice != null, approve, deny)
                        .filter(Boolean::booleanValue)
                        .count();
        if (given != 1) {
            throw new BadUsage("say one of TEXT, --choice, --approve and --deny");
        }
        var text = new TextArgument(shell).read(words);
        var answered = hub.ask(shell, client -> answer(client, text));
        shell.print(
                json
                        ? JsonText.of(answered.json())
                        : "answered " + Printable.line(answered.questionId()));
        return 0;
    }

    private QuestionView answer(ParleyClient client, String text) {
        var why = Optional.ofNullable(reason);
        if (choice != null) {
            return client.questions().choose(id, choice, why);
        }
        if (approve || deny) {
            return client.questions().decide(id, approve, why);
        }
        return insist
                ? client.questions().insist(id, text, why)
                : client.questions().answer(id, text, why);
    }
}
