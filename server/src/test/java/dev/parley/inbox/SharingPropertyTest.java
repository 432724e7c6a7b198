package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever instances do, each message is at one of them at a time, and none is lost. */
@Timeout(60)
class SharingPropertyTest {
    private static final List<String> INSTANCES = List.of("a", "b", "c");
    private static final int STEPS = 250;
    private static final String INBOX = "/api/agents/bob/inbox";

    /** For whom alone each message is; none for those to the bare name. */
    private final Map<String, String> addressed = new HashMap<>();

    private final Map<String, String> holders = new HashMap<>();
    private final Set<String> finished = new HashSet<>();
    private final Set<String> toBeAcked = new HashSet<>();

    /** What each instance has seen since it began, by position. */
    private final Map<String, NavigableMap<Long, String>> seen = new HashMap<>();

    private int sent;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void eachMessageIsAtOneInstanceAtATimeAndNoneIsLost(long seed) {
        var random = new Random(seed);
        // However often instances leave what they must ack, it is not given up here.
        try (var parley = TestParley.with("acks.redeliveries", "100").start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var run = alice.run("{}");
            for (int step = 0; step < STEPS; step++) {
                var instance = INSTANCES.get(random.nextInt(INSTANCES.size()));
                switch (random.nextInt(11)) {
                    case 0, 1, 2 -> send(alice, run, random);
                    case 3, 4, 5 -> look(bob, instance, 1 + random.nextInt(4));
                    case 6, 7 -> commit(bob, instance, random);
                    case 8 -> pull(bob, run, instance, 1 + random.nextInt(3));
                    case 9 -> ackOne(bob, run, instance);
                    default -> end(bob, instance);
                }
            }
            for (int round = 0; finished.size() < sent && round < 2 * STEPS; round++) {
                var instance = INSTANCES.get(round % INSTANCES.size());
                if (seed % 2 == 0) {
                    pull(bob, run, instance, 50);
                } else {
                    look(bob, instance, 50);
                }
                ackOne(bob, run, instance);
                finish(bob, instance, seenBy(instance).isEmpty() ? 0 : seenBy(instance).lastKey());
            }
            assertThat(finished).hasSize(sent);
            assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
        }
    }

    @Test
    void aRestartChangesNothingAboutWhoHoldsWhat() {
        var first = TestParley.start();
        var alice = first.agent("alice");
        var run = alice.run("{}");
        send(alice, run, new Random(1));
        send(alice, run, new Random(1));
        var token = first.agent("bob").token();
        look(first.bearer(token), "a", 1);
        try (var again = first.restarted()) {
            look(again.bearer(token), "b", 5);
            look(again.bearer(token), "a", 5);
            assertThat(seenBy("a")).hasSize(1);
            assertThat(seenBy("b")).hasSize(1);
        }
    }

    private NavigableMap<Long, String> seenBy(String instance) {
        return seen.computeIfAbsent(instance, _ -> new TreeMap<>());
    }

    private void send(Caller alice, String run, Random random) {
        var id = "m" + sent++;
        var only = random.nextInt(4) == 0 ? INSTANCES.get(random.nextInt(INSTANCES.size())) : "";
        if (!only.isEmpty()) {
            addressed.put(id, only);
        }
        var to = only.isEmpty() ? "bob" : "bob/" + only;
        boolean isToBeAcked = random.nextInt(3) == 0;
        if (isToBeAcked) {
            toBeAcked.add(id);
        }
        alice.say(
                run,
                "{\"to\":\"%s\",\"message_id\":\"%s\",\"requires_ack\":%s}"
                        .formatted(to, id, isToBeAcked));
    }

    private void look(Caller bob, String instance, int limit) {
        var page = bob.get(INBOX + "?instance=" + instance + "&limit=" + limit).expect(200);
        for (var item : page.elements("items")) {
            var id = item.at("/message/message_id").asText();
            receive(id, instance);
            seenBy(instance).put(item.get("position").asLong(), id);
        }
    }

    private void pull(Caller bob, String run, String instance, int limit) {
        var body = "{\"max_items\":" + limit + "}";
        var pulled = bob.post("/api/runs/" + run + "/pull?instance=" + instance, body).expect(200);
        for (var list : List.of("messages", "redelivered")) {
            for (JsonNode message : pulled.elements(list)) {
                var id = message.get("message_id").asText();
                receive(id, instance);
                if (!toBeAcked.contains(id)) {
                    finished.add(id);
                    holders.remove(id);
                }
            }
        }
    }

    private void receive(String id, String instance) {
        assertThat(addressed.getOrDefault(id, instance)).as(id).isEqualTo(instance);
        assertThat(finished).doesNotContain(id);
        var holder = holders.put(id, instance);
        assertThat(holder == null || holder.equals(instance))
                .as("%s went to %s while %s had it", id, instance, holder)
                .isTrue();
    }

    private void commit(Caller bob, String instance, Random random) {
        var positions = List.copyOf(seenBy(instance).keySet());
        if (!positions.isEmpty()) {
            finish(bob, instance, positions.get(random.nextInt(positions.size())));
        }
    }

    private void finish(Caller bob, String instance, long position) {
        bob.post(INBOX + "/commit?instance=" + instance, "{\"position\":" + position + "}")
                .expect(200);
        for (var id : seenBy(instance).headMap(position, true).values()) {
            if (!toBeAcked.contains(id) && holders.remove(id, instance)) {
                finished.add(id);
            }
        }
    }

    /** Something that an instance must ack, and has, is acked. */
    private void ackOne(Caller bob, String run, String instance) {
        var open =
                holders.entrySet().stream()
                        .filter(held -> held.getValue().equals(instance))
                        .map(Map.Entry::getKey)
                        .filter(toBeAcked::contains)
                        .sorted()
                        .findFirst();
        if (open.isPresent()) {
            var body = "{\"message_id\":\"" + open.get() + "\"}";
            bob.post("/api/runs/" + run + "/ack", body).expect(200);
            holders.remove(open.get());
            finished.add(open.get());
        }
    }

    private void end(Caller bob, String instance) {
        bob.post("/api/agents/bob/instances/" + instance + "/state", "{\"state\":\"end\"}")
                .expect(200);
        seenBy(instance).clear();
        holders.entrySet()
                .removeIf(
                        held ->
                                held.getValue().equals(instance)
                                        && !addressed.containsKey(held.getKey()));
    }
}
