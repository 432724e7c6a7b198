package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.client.ParleyClient;
import dev.parley.client.QuestionView;
import dev.parley.protocol.Message;
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
        description = {
            "List what waits for a person: questions, approvals, unread messages.",
            "Messages to people are unread until somebody marks them as read."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley inbox",
            "  ./parley inbox --wait               wait until somebody asks something",
            "  ./parley inbox --read               and mark the messages shown as read",
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

    @Option(
            names = "--read",
            description = "mark the messages that are shown as read, for all people")
    private boolean read;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public Inbox(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var questions = open();
        var unread = hub.ask(shell, Unread::of);
        show(questions, unread);
        if (read && unread.position() > 0) {
            hub.ask(shell, client -> commit(client, unread.position()));
        }
        return 0;
    }

    private static long commit(ParleyClient client, long position) {
        client.inbox().commit(position);
        return position;
    }

    private void show(List<QuestionView> questions, Unread unread) {
        if (json) {
            var all = JsonNodeFactory.instance.objectNode();
            var items = all.putArray("items");
            questions.forEach(question -> items.add(question.json()));
            unread.addTo(all.putArray("messages"));
            shell.print(JsonText.of(all));
            return;
        }
        if (questions.isEmpty() && unread.isEmpty()) {
            shell.say("nobody asks anything, and there is nothing to read");
        }
        questions.forEach(this::show);
        unread.items().forEach(item -> show(item.message()));
        if (!unread.isEmpty() && !read) {
            shell.say("./parley inbox --read" + hub.again() + " marks these messages as read");
        }
    }

    private void show(Message message) {
        var sender = Printable.line(message.fromAgent().value());
        shell.print(
                Printable.line(message.runId().value())
                        + "  "
                        + Paint.PERSON.on(sender, shell.colour())
                        + ", "
                        + TIME.format(message.createdAt().atZone(shell.zone())));
        for (var line : Printable.lines(Unread.text(message))) {
            shell.print("   " + line);
        }
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
