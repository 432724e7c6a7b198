package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.client.QuestionView;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley inbox}: what waits for a person. */
@Command(
        name = "inbox",
        description = "List the questions and approvals that wait for a person.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley inbox",
            "  ./parley inbox --wait               wait until somebody asks something",
            "  ./parley answer ID \"from LAX\""
        })
public final class Inbox implements Callable<Integer> {
    private static final Duration WAIT = Duration.ofSeconds(50);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--wait", description = "while nothing is asked, wait until something is")
    private boolean wait;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public Inbox(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var questions = open();
        if (json) {
            var all = JsonNodeFactory.instance.objectNode();
            var items = all.putArray("items");
            questions.forEach(question -> items.add(question.json()));
            shell.print(JsonText.of(all));
            return 0;
        }
        if (questions.isEmpty()) {
            shell.say("nobody asks anything");
        }
        questions.forEach(this::show);
        return 0;
    }

    private List<QuestionView> open() {
        while (true) {
            var found = hub.ask(shell, client -> client.questions().open(patience()));
            if (!found.isEmpty() || !wait) {
                return found;
            }
        }
    }

    private Duration patience() {
        return wait ? WAIT : Duration.ZERO;
    }

    private void show(QuestionView question) {
        var asker = Paint.PERSON.on(Printable.line(question.askedBy()), shell.colour());
        var at = question.createdAt().map(time -> ", " + TIME.format(time.atZone(shell.zone())));
        var until =
                question.deadlineAt()
                        .map(time -> ", until " + TIME.format(time.atZone(shell.zone())));
        shell.print(
                Printable.line(question.questionId())
                        + "  "
                        + asker
                        + at.orElse("")
                        + until.orElse(""));
        for (var line : Printable.lines(question.text())) {
            shell.print("   " + line);
        }
        var approval = question.json().path("approval");
        var context = question.json().path("context");
        var description = context.path("description");
        if (approval.isObject() && description.isTextual()) {
            shell.print("   " + Printable.line(description.asText()));
        } else if (!context.isMissingNode() && !context.isNull()) {
            shell.print(
                    "   "
                            + Printable.line(
                                    context.isTextual() ? context.asText() : context.toString()));
        }
        if (approval.isObject()) {
            shell.print(
                    "   to approve: "
                            + Printable.line(
                                    approval.path("action").asText()
                                            + " "
                                            + approval.path("arguments")));
        }
        for (var command : Replying.commands(question, hub.again())) {
            shell.print("   " + Paint.FAINT.on(command, shell.colour()));
        }
    }
}
