package dev.parley.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.NewTask;
import dev.parley.client.ToolCall;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** One story in one run: whoever's turn it is does as the story says. */
final class Scene {
    /** Far longer than a task or a tool of the story takes. */
    private static final Duration SOON = Duration.ofSeconds(20);

    /** As much of what a person wishes is repeated. */
    private static final int WISH = 200;

    private final Cast cast;
    private final Pace pace;
    private final Narrator narrator;
    private final RunId run;
    private final Attention attention;
    private final Map<Role, Player> players = new EnumMap<>(Role.class);
    private final Notes notes = new Notes();

    Scene(Cast cast, Pace pace, InstantSource clock, Narrator narrator) {
        this.cast = cast;
        this.pace = pace;
        this.narrator = narrator;
        this.run = cast.open();
        for (var role : Role.onStage()) {
            players.put(role, new Player(role, cast.client(role), run));
        }
        var log = new Following(cast.client(Role.MANAGER), run, Cast.ACTOR, narrator::tell);
        this.attention = new Attention(log, clock, this::heed);
    }

    RunId run() {
        return run;
    }

    /** Plays to the end, unless a person ends it before; says whether one took part. */
    boolean play(Story story) {
        try {
            var opening = Draft.to(Role.MANAGER.address(), "message").summary(story.opening());
            attention.act(() -> cast.client(Role.USER).messages().send(run, opening.build()));
            for (var turn : story.turns()) {
                attention.pay(pace.beat());
                attention.requireGoing();
                player(turn.who()).listen();
                perform(turn.who(), turn.beat());
            }
            attention.pay(Duration.ZERO);
            return attention.log().isAttended();
        } catch (CutShort _) {
            return true;
        }
    }

    /** Leaves no run behind that goes on without anybody. */
    void end() {
        try {
            cast.client(Role.USER).runs().cancel(run, Optional.of("the demo has ended"));
        } catch (ParleyException _) {
            // it is over already, or its hub is gone
        }
    }

    private void perform(Role who, Beat beat) {
        switch (beat) {
            case Beat.Intend(var intent) -> intend(intent);
            case Beat.Tell tell -> tell(who, tell);
            case Beat.Use use -> use(who, use);
            case Beat.Ask ask -> ask(player(who), ask);
            case Beat.HandOut task -> handOut(who, task);
            case Beat.Publish(var event, var words) -> publish(who, event, notes.fill(words));
            case Beat.Confide(var agent, var words) -> confide(who, agent, notes.fill(words));
            case Beat.Judge(var shownBy) -> judge(shownBy);
        }
    }

    private void intend(ObjectNode intent) {
        attention.act(() -> cast.client(Role.MANAGER).runs().intend(run, intent));
    }

    private void judge(Map<String, String> shownBy) {
        var verdicts = Json.object();
        var criteria = verdicts.putArray("acceptance_criteria");
        shownBy.forEach(
                (text, note) ->
                        criteria.addObject()
                                .put("text", text)
                                .put("status", "met")
                                .put("shown_by", notes.shownBy(note).value()));
        intend(verdicts);
    }

    private void tell(Role who, Beat.Tell tell) {
        var draft = Draft.to(tell.to().address(), tell.kind()).summary(notes.fill(tell.words()));
        if (!tell.answers().isEmpty()) {
            draft.parent(player(who).heard(tell.answers()));
        }
        draft.requiresAck(tell.kind().equals("intent_brief"));
        notes.put(tell.kind(), attention.act(() -> player(who).say(draft)));
    }

    private void use(Role who, Beat.Use use) {
        var arguments = Json.object();
        use.arguments().forEach((name, value) -> arguments.put(name, notes.fill(value)));
        var call = call(who, use, arguments);
        notes.put(use.note(), call.map(ToolCall::text).orElse(use.otherwise()));
        attention.pay(Duration.ZERO);
        call.flatMap(made -> attention.log().reply(made.callId()))
                .ifPresent(result -> notes.put(use.note(), result.messageId()));
    }

    /** Calls a tool, when need be once a person has approved exactly that; empty if none has. */
    private Optional<ToolCall> call(Role who, Beat.Use use, ObjectNode arguments) {
        var tools = cast.client(who).tools();
        boolean needsLeave = !use.otherwise().isEmpty();
        var until = attention.after(pace.patience());
        try {
            var wait = needsLeave ? Duration.ZERO : SOON;
            return Optional.of(attention.act(() -> tools.call(run, use.tool(), arguments, wait)));
        } catch (ParleyException refused) {
            if (refused.problem() != Problem.APPROVAL_PENDING) {
                throw refused;
            }
            var question = String.valueOf(refused.extras().get("question_id"));
            if (!isAnswered(who, question, until, use.otherwise())) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(attention.act(() -> tools.call(run, use.tool(), arguments, SOON)));
        } catch (ParleyException refused) {
            if (refused.problem() != Problem.APPROVAL_DENIED) {
                throw refused;
            }
            return Optional.empty();
        }
    }

    private boolean isAnswered(Role who, String question, Instant until, String otherwise) {
        attention.pay(Duration.ZERO);
        narrator.asked(cast.client(who).questions().get(question), otherwise, pace.patience());
        attention.until(
                () -> attention.log().isAnswered(question),
                until,
                narrator.waiting(pace.patience(), otherwise));
        return attention.log().isAnswered(question);
    }

    private void ask(Player manager, Beat.Ask ask) {
        var payload =
                Json.object()
                        .put("question", ask.question())
                        .put("context", notes.fill(ask.context()));
        ask.choices().forEach(payload.putArray("choices")::add);
        var draft =
                Draft.to(Role.USER.address(), "REQUEST_USER_INPUT")
                        .summary(ask.question())
                        .payload(payload)
                        .deadlineAt(attention.after(pace.patience()));
        var asked = attention.act(() -> manager.say(draft));
        attention.pay(Duration.ZERO);
        var usual = ask.choices().getFirst();
        manager.client().questions().open(Duration.ZERO).stream()
                .filter(
                        question ->
                                question.json().path("message_id").asText().equals(asked.value()))
                .forEach(question -> narrator.asked(question, usual, pace.patience()));
        var reply = attention.reply(asked, narrator.waiting(pace.patience(), usual));
        notes.put(ask.note(), reply.payload().path("choice").asText(usual));
    }

    private void handOut(Role who, Beat.HandOut beat) {
        var tasks = cast.client(who).tasks();
        var words = notes.fill(beat.task());
        var needed = Capabilities.of(beat.capability());
        var task = tasks.create(NewTask.of(words).needs(needed).deadline(SOON)).taskId();
        narrator.handedOut(who, words, task);
        var done = tasks.await(task, SOON);
        var result = done.result().map(JsonNode::asText).orElse("nobody has looked at it");
        narrator.isDone(done.worker().orElse("nobody"), result);
        notes.put(beat.note(), result);
    }

    private void publish(Role who, String event, String words) {
        var data = Json.object().put("message", words).put("run_id", run.value());
        narrator.published(cast.client(who).topics().publish(event, data), words);
        cast.hearNews();
    }

    private void confide(Role who, String agent, String words) {
        cast.client(who).sessions().say(cast.session(who, agent), words);
        narrator.confided(who, agent, words);
    }

    /** What a person says unasked: the manager makes it a decision, and the worker follows it. */
    private void heed(Message wish) {
        var words = OneLine.of(wish.summary(), WISH);
        notes.put("wish", " As you wished: " + words + ".");
        if (wish.toAgent().equals(Role.MANAGER.address())) {
            player(Role.MANAGER).listen();
            var decision =
                    Draft.to(Role.WORKER.address(), "decision")
                            .parent(wish.messageId())
                            .summary("The user wishes: " + words)
                            .payload(Json.object().put("decision", "change_scope"));
            attention.act(() -> player(Role.MANAGER).say(decision));
        }
        player(Role.WORKER).listen();
        var noted = Draft.to(Role.MANAGER.address(), "plan_update").summary("Understood: " + words);
        attention.act(() -> player(Role.WORKER).say(noted));
    }

    private Player player(Role role) {
        var player = players.get(role);
        if (player == null) {
            throw new IllegalStateException(role + " is not on stage");
        }
        return player;
    }
}
