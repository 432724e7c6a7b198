package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.task.Shrinking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * However an agent reads, its places in a run and in its inbox are where a small model has them.
 */
@Timeout(300)
class CursorModelTest {
    private static final int SEQUENCES = Integer.getInteger("parley.model.sequences", 40);
    private static final int LENGTH = 30;
    private static final int PAGE = 2;

    private TestParley parley;
    private String alice;
    private String bob;

    enum Deed {
        SEND,
        PULL,
        PULL_AFTER,
        LOOK,
        COMMIT,
        ACK,
        RESTART
    }

    /**
     * One step.
     *
     * @param which of the messages so far, as far as one is meant
     */
    record Step(Deed deed, int which) {
        static Step random(Random dice) {
            var deeds = Deed.values();
            var deed = deeds[dice.nextInt(deeds.length)];
            boolean isRare = deed == Deed.RESTART && dice.nextInt(20) > 0;
            return new Step(isRare ? Deed.SEND : deed, dice.nextInt(1_000));
        }
    }

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = parley.agent("alice").token();
        bob = parley.agent("bob").token();
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void anAgentsPlacesAreWhereTheModelHasThem() {
        Shrinking.play(SEQUENCES, LENGTH, Step::random, this::play);
    }

    private Optional<String> play(List<Step> steps) {
        var game = new Game();
        for (int i = 0; i < steps.size(); i++) {
            try {
                game.step(steps.get(i));
            } catch (AssertionError different) {
                return Optional.of("step " + i + ": " + different.getMessage());
            }
        }
        return Optional.empty();
    }

    /** The hub beside the model, which is two numbers and a list. */
    private final class Game {
        private final String run =
                by(alice)
                        .run(
                                "{\"protocol\":\"open\",\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
        private final List<Long> sent = new ArrayList<>();
        private final List<String> ids = new ArrayList<>();
        private final long before = inboxEnd();
        private long cursor;
        private int committed;

        void step(Step step) {
            int which = sent.isEmpty() ? 0 : step.which % sent.size();
            switch (step.deed) {
                case SEND -> send();
                case PULL -> {
                    var expected = after(cursor);
                    assertThat(pull("")).isEqualTo(expected);
                    cursor = expected.isEmpty() ? cursor : expected.getLast();
                }
                case PULL_AFTER -> {
                    long after = sent.isEmpty() ? 0 : sent.get(which);
                    assertThat(pull(",\"after\":" + after)).isEqualTo(after(after));
                    cursor = Math.max(cursor, after);
                }
                case LOOK ->
                        assertThat(look()).isEqualTo(page(sent.subList(committed, sent.size())));
                case COMMIT -> {
                    int position = sent.isEmpty() ? 0 : which + 1;
                    committed = Math.max(committed, position);
                    assertThat(commit(before + position)).isEqualTo(before + committed);
                }
                case ACK -> {
                    if (!ids.isEmpty()) {
                        var ack = "{\"message_id\":\"" + ids.get(which) + "\"}";
                        assertThat(by(bob).post(at("ack"), ack).status()).isIn(200, 201, 409);
                    }
                }
                case RESTART -> parley = parley.restarted();
            }
        }

        private void send() {
            var said =
                    "{\"to\":\"bob\",\"kind\":\"message\",\"summary\":\"m\",\"requires_ack\":true}";
            var posted = by(alice).post(at("messages"), said).expect(201);
            sent.add(posted.number("seq"));
            ids.add(posted.text("message_id"));
        }

        private List<Long> after(long seq) {
            return page(sent.stream().filter(s -> s > seq).toList());
        }

        private static List<Long> page(List<Long> seqs) {
            return seqs.subList(0, Math.min(PAGE, seqs.size()));
        }

        private List<Long> pull(String more) {
            return by(bob).post(at("pull"), "{\"max_items\":" + PAGE + more + "}")
                    .expect(200)
                    .seqs("messages");
        }

        private List<Long> look() {
            return by(bob)
                    .get("/api/agents/bob/inbox?limit=" + PAGE)
                    .expect(200)
                    .elements("items")
                    .stream()
                    .map(item -> item.at("/message/seq").asLong())
                    .toList();
        }

        private long commit(long position) {
            return by(bob).post("/api/agents/bob/inbox/commit", "{\"position\":" + position + "}")
                    .expect(200)
                    .number("position");
        }

        /** What earlier games have left in the inbox is done with. */
        private long inboxEnd() {
            long end = 0;
            while (true) {
                var items =
                        by(bob).get("/api/agents/bob/inbox?limit=500")
                                .expect(200)
                                .elements("items");
                if (items.isEmpty()) {
                    return end == 0 ? commit(0) : end;
                }
                end = commit(items.getLast().path("position").asLong());
            }
        }

        private String at(String deed) {
            return "/api/runs/" + run + "/" + deed;
        }
    }

    private Caller by(String token) {
        return parley.bearer(token);
    }
}
