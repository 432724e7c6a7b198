package dev.parley.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.cli.Paint;
import dev.parley.cli.Printable;
import dev.parley.cli.Replying;
import dev.parley.cli.Shell;
import dev.parley.client.Published;
import dev.parley.client.QuestionView;
import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import java.time.Duration;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells in the terminal what happens, a line each, and what whoever watches can do. */
final class Narrator {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final int ROUTE = 25;
    private static final int KIND = 20;
    private static final String MARGIN = " ".repeat(10);

    private final Shell shell;
    private final InstantSource clock;

    Narrator(Shell shell, InstantSource clock) {
        this.shell = shell;
        this.clock = clock;
    }

    /** A story begins. */
    void begins(int number, RunId run) {
        shell.print("");
        shell.print("Story " + number + ", " + run + ". You may at any time:");
        shell.print("  ./parley tail " + run + "      every message of it");
        shell.print("  ./parley steer " + run + " \"make the light green\"");
        shell.print("  ./parley pause " + run + "     then resume, or cancel");
        shell.print("");
    }

    /** What stands in the run's log, unless it is bookkeeping. */
    void tell(Message message) {
        var payload = message.payload();
        switch (message.kind()) {
            case "tool_intent" ->
                    line(
                            message.fromAgent().value(),
                            Paint.AGENTS,
                            message.kind(),
                            payload.path("tool").asText() + " " + payload.path("arguments"));
            case "tool_result" ->
                    line(message.fromAgent().value(), Paint.AGENTS, message.kind(), said(message));
            case "intent" ->
                    line(
                            Role.MANAGER.address().value(),
                            Paint.AGENTS,
                            message.kind(),
                            wanted(payload.path("intent")));
            default -> {
                if (!message.act().isBookkeeping() || message.kind().equals("status")) {
                    line(route(message), paint(message), message.kind(), message.summary());
                }
            }
        }
    }

    /** What the user wants; once it is judged, how much of it there is. */
    private static String wanted(JsonNode intent) {
        var criteria = intent.path("acceptance_criteria").valueStream().toList();
        long met =
                criteria.stream().filter(one -> one.path("status").asText().equals("met")).count();
        return met == 0
                ? intent.path("objective").asText()
                        + criteria.stream()
                                .map(one -> one.path("text").asText())
                                .collect(Collectors.joining("; ", ". Done when: ", ""))
                : met + " of " + criteria.size() + " criteria are met";
    }

    private static String said(Message result) {
        var text = result.payload().path("result").path("content").path(0).path("text");
        return text.isTextual() ? text.textValue() : result.summary();
    }

    private static String route(Message message) {
        return message.act() == Act.SYSTEM
                ? "hub"
                : message.fromAgent() + " → " + message.toAgent();
    }

    private static Paint paint(Message message) {
        if (message.act() == Act.SYSTEM) {
            return Paint.FAINT;
        }
        boolean isPerson = message.fromAgent().isUser() || message.toAgent().isUser();
        return isPerson ? Paint.PERSON : Paint.AGENTS;
    }

    /** A task was given to whoever can do it. */
    void handedOut(Role who, String words, TaskId task) {
        line(who.address() + " → whoever can", Paint.AGENTS, "task", words);
        aside("./parley tasks " + task);
    }

    void isDone(String worker, String result) {
        line(worker + " → " + Role.WORKER.address(), Paint.AGENTS, "result", result);
    }

    void published(Published event, String words) {
        line(event.topic(), Paint.AGENTS, "event", words);
    }

    /** Something is said in a session with an agent that the hub runs. */
    void confided(Role who, String agent, String words) {
        line(who.address() + " → " + agent, Paint.AGENTS, "session", words);
    }

    /** A person is asked, and told how to answer. */
    void asked(QuestionView question, String otherwise, Duration patience) {
        shell.print("");
        var approval = question.json().path("approval");
        if (approval.isObject()) {
            shell.print(MARGIN + colour(Paint.PERSON, Printable.line(question.text())));
            aside("exactly this: " + Printable.line(approval.path("arguments").toString()));
        }
        Replying.commands(question, "").forEach(command -> shell.print(MARGIN + command));
        aside("without you: " + otherwise + ", in " + patience.toSeconds() + " s");
        shell.print("");
    }

    /** Reminds whoever watches, now and then, that the story waits for them. */
    Runnable waiting(Duration patience, String otherwise) {
        var begun = clock.instant();
        var third = patience.dividedBy(3);
        return new Runnable() {
            private Duration next = third;

            @Override
            public void run() {
                var waited = Duration.between(begun, clock.instant());
                if (waited.compareTo(next) >= 0 && waited.compareTo(patience) < 0) {
                    next = next.plus(third);
                    var left = patience.minus(waited).toSeconds();
                    aside("waits for you (./parley inbox); in " + left + " s: " + otherwise);
                }
            }
        };
    }

    void rests(Duration time) {
        shell.print("");
        aside("the next story begins in " + time.toSeconds() + " s; Ctrl-C ends the demo");
    }

    /** Something went wrong; the next story may do better. */
    void fails(String reason) {
        aside("the story broke off: " + Printable.line(reason));
    }

    private void aside(String words) {
        shell.print(MARGIN + colour(Paint.FAINT, words));
    }

    private void line(String route, Paint paint, String kind, String words) {
        shell.print(
                colour(Paint.FAINT, TIME.format(clock.instant().atZone(shell.zone())))
                        + "  "
                        + colour(paint, padded(Printable.line(route), ROUTE))
                        + colour(Paint.FAINT, padded(Printable.line(kind), KIND))
                        + Printable.line(words));
    }

    private static String padded(String word, int width) {
        return word + " ".repeat(Math.max(1, width - word.length()));
    }

    private String colour(Paint paint, String words) {
        return paint.on(words, shell.colour());
    }
}
