package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Within a budget of tokens the urgent comes whole, the rest is told of, and nothing is lost. */
@Timeout(60)
class TokenBudgetTest {
    private static final String INBOX = "/api/agents/bob/inbox";

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String run;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        run = alice.run("{}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void theMostUrgentOfAPageGetTheirBodies() {
        say("m1", 1_500, "low");
        say("m2", 1_500, "normal");
        say("m3", 1_500, "urgent");
        var page = look(1_600);
        assertThat(ids(page)).containsExactly("m2", "m3");
        assertThat(page.all("unread", "message_id")).containsExactly("m1");
        var digest = page.elements("unread").getFirst();
        assertThat(digest.path("position").asLong()).isEqualTo(1);
        assertThat(digest.path("from").asText()).isEqualTo("alice");
        assertThat(digest.path("kind").asText()).isEqualTo("message");
        assertThat(digest.path("tokens").asLong()).isBetween(375L, 700L);
        assertThat(digest.path("summary").asText()).startsWith("about m1").endsWith("…");
        assertThat(page.number("position")).isEqualTo(3);
    }

    @Test
    void whatWasToldOfStaysListedBehindTheCommitUntilItIsFetchedOrAcked() {
        say("m1", 9_000, "low");
        say("m2", 9_000, "low");
        say("m3", 10, "high");
        var page = look(1_000);
        assertThat(ids(page)).containsExactly("m3");
        commit(page);
        assertThat(look(1_000).all("unread", "message_id")).containsExactly("m1", "m2");
        assertThat(bob.get(INBOX).all("unread", "message_id")).containsExactly("m1", "m2");
        bob.get("/api/runs/" + run + "/messages/m1").expect(200);
        assertThat(look(1_000).all("unread", "message_id")).containsExactly("m2");
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m2\"}").expect(200);
        assertThat(look(1_000).elements("unread")).isEmpty();
    }

    @Test
    void anotherOnesLookKeepsNothingForLater() {
        say("m1", 9_000, "low");
        parley.owner().get(INBOX + "?max_tokens=1000").expect(200);
        bob.post(INBOX + "/commit", "{\"position\":1}").expect(200);
        assertThat(look(1_000).elements("unread")).isEmpty();
    }

    @Test
    void aBudgetWithoutRoomForADigestIsRefused() {
        bob.get(INBOX + "?max_tokens=511").expect(Problem.BAD_VALUE);
        bob.get(INBOX + "?max_tokens=many").expect(Problem.BAD_VALUE);
    }

    @Test
    void whoeverLeavesTooMuchUnreadMustFetchSomeBeforeMoreComes() {
        for (int i = 0; i <= Found.MAX_UNREAD; i++) {
            say("m" + i, 2_000, "normal");
        }
        long position = -1;
        var page = look(600);
        while (page.number("position") > position) {
            position = page.number("position");
            commit(page);
            page = look(600);
        }
        assertThat(position).isEqualTo(Found.MAX_UNREAD);
        assertThat(page.number("next")).isEqualTo(Found.MAX_UNREAD);
        bob.get("/api/runs/" + run + "/messages/m7").expect(200);
        assertThat(look(600).number("position")).isEqualTo(Found.MAX_UNREAD + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void nothingIsLostOrOverTheBudgetWhateverIsSentAskedForAndCommitted(long seed) {
        var random = new Random(seed);
        var sent = new ArrayList<String>();
        var read = new HashSet<String>();
        for (int step = 0; step < 120; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    var id = "m" + step;
                    say(
                            id,
                            size(random),
                            List.of("low", "normal", "urgent").get(random.nextInt(3)));
                    sent.add(id);
                }
                case 2, 3 -> {
                    var page = look(512 + random.nextInt(4_000));
                    assertContiguous(page);
                    if (random.nextBoolean()) {
                        read.addAll(ids(page));
                        commit(page);
                    }
                }
                default -> fetchOne(random, read);
            }
        }
        drain(read);
        assertThat(read).containsExactlyInAnyOrderElementsOf(sent);
    }

    /** Takes everything that is still to be had, within a small budget. */
    private void drain(Set<String> read) {
        while (true) {
            var page = look(700);
            read.addAll(ids(page));
            commit(page);
            for (var id : page.all("unread", "message_id")) {
                bob.get("/api/runs/" + run + "/messages/" + id).expect(200);
                read.add(id);
            }
            if (page.elements("items").isEmpty() && page.elements("unread").isEmpty()) {
                return;
            }
        }
    }

    private void fetchOne(Random random, Set<String> read) {
        var unread = look(2_000).all("unread", "message_id");
        if (!unread.isEmpty()) {
            var id = unread.get(random.nextInt(unread.size()));
            bob.get("/api/runs/" + run + "/messages/" + id).expect(200);
            read.add(id);
        }
    }

    private static int size(Random random) {
        return random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(800);
    }

    private static void assertContiguous(Reply page) {
        long end = page.number("position");
        var shown = new ArrayList<Long>();
        for (var list : List.of("items", "unread")) {
            page.elements(list).forEach(item -> shown.add(item.path("position").asLong()));
        }
        long first =
                page.elements("items").stream()
                        .mapToLong(item -> item.path("position").asLong())
                        .min()
                        .orElse(end);
        for (long position = first; position <= end && position > 0; position++) {
            if (!page.elements("items").isEmpty()) {
                assertThat(shown).contains(position);
            }
        }
    }

    private void say(String id, int bytes, String priority) {
        var message =
                Json.object()
                        .put("to", "bob")
                        .put("message_id", id)
                        .put("priority", priority)
                        .put("summary", "about " + id + " \u0001\"é😀".repeat(50));
        message.putObject("payload").put("text", "x".repeat(bytes));
        alice.say(run, Json.write(message));
    }

    private Reply look(int tokens) {
        var page = bob.get(INBOX + "?max_tokens=" + tokens).expect(200);
        assertThat(page.body().length).isLessThanOrEqualTo(4 * tokens);
        return page;
    }

    private void commit(Reply page) {
        bob.post(INBOX + "/commit", "{\"position\":" + page.number("position") + "}").expect(200);
    }

    private static List<String> ids(Reply page) {
        return page.elements("items").stream()
                .map(item -> item.at("/message/message_id").asText())
                .toList();
    }
}
