package dev.parley.demo;

import dev.parley.client.ParleyClient;
import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A run's log as it comes: shown to whoever watches, and kept for what the story waits for. */
final class Following {
    private static final int PAGE = 200;
    private static final Set<String> ENDS = Set.of("completed", "failed", "cancelled");

    private final ParleyClient client;
    private final RunId run;
    private final String actor;
    private final Consumer<Message> audience;
    private final Map<MessageId, Message> replies = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final Deque<Message> wishes = new ArrayDeque<>();
    private long seen;
    private String state = "running";
    private boolean isAttended;

    /**
     * @param actor whose messages are part of the story although they are a person's
     */
    Following(ParleyClient client, RunId run, String actor, Consumer<Message> audience) {
        this.client = client;
        this.run = run;
        this.actor = actor;
        this.audience = audience;
    }

    /** Reads what is new; when nothing is, waits for it, but not longer than it may. */
    void read(Duration wait) {
        var page = client.messages().after(run, seen, PAGE, wait);
        for (var message : page.messages()) {
            seen = message.seq();
            audience.accept(message);
            note(message);
        }
    }

    private void note(Message message) {
        var parent = message.parentId();
        if (parent != null && isReply(message)) {
            replies.put(parent, message);
        }
        var change = message.payload().path("change").asText();
        if (message.kind().equals("question") && change.equals("answered")) {
            answered.add(message.payload().path("question_id").asText());
            isAttended = true;
        }
        if (message.act() == Act.SAY && !message.sender().equals(actor)) {
            wishes.add(message);
            isAttended = true;
        }
        if (message.kind().equals("status")) {
            state = client.runs().get(run).state();
        }
    }

    private static boolean isReply(Message message) {
        return message.act() == Act.USER_ANSWER
                || message.kind().equals("tool_result")
                || message.payload().path("change").asText().equals("timed_out");
    }

    /** What came of a question or a call of a tool; of a question also that nobody answered. */
    Optional<Message> reply(MessageId asked) {
        return Optional.ofNullable(replies.get(asked));
    }

    boolean isAnswered(String question) {
        return answered.contains(question);
    }

    /** What a person said to an agent unasked, each once. */
    Optional<Message> wish() {
        return Optional.ofNullable(wishes.poll());
    }

    boolean isPaused() {
        return state.equals("paused");
    }

    boolean isOver() {
        return ENDS.contains(state);
    }

    /** Whether a person took part. */
    boolean isAttended() {
        return isAttended;
    }
}
