package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails to sync is believed: nothing is promised after it until a restart. */
final class FsyncFailureIT {
    private static final int PRODUCERS = 8;
    private static final int EACH = 60;

    /** Every thread's syncs are counted by themselves; only the writer's become so many. */
    private static final String FAILURE = "inject=fsync,fdatasync:error=EIO:when=40+";

    @TempDir Path data;
    @TempDir Path traces;
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();

    @BeforeEach
    void needed() {
        Ability.TRACING.require();
    }

    @Test
    void afterAFailedSyncNothingIsAcknowledgedAndNothingAcknowledgedIsLost() throws Exception {
        Conversation conversation;
        try (var hub = Hub.on(data).start()) {
            conversation = Conversation.on(hub);
            hub.stop();
        }
        try (var hub = Hub.on(data).under(failing()).start()) {
            everybodySpeaks(hub, conversation);
            assertThat(answered(201, "")).isNotEmpty();
            assertThat(answered(503, "outcome-unknown")).isNotEmpty();
            assertThat(answered(503, "store-stopped")).isNotEmpty();
            assertItHasStopped(hub, conversation);
            hub.kill();
        }
        try (var hub = Hub.on(data).start()) {
            assertEverythingIsThereOnce(hub, conversation);
        }
    }

    private void assertItHasStopped(Hub hub, Conversation conversation) {
        assertThat(conversation.say(hub, "later").code()).isEqualTo("store-stopped");
        assertThat(hub.get("/health").status()).isEqualTo(503);
        assertThat(hub.get("/health").text("store")).isEqualTo("stopped");
        assertThat(conversation.ids(hub)).containsAll(answered(201, ""));
    }

    private void assertEverythingIsThereOnce(Hub hub, Conversation conversation) {
        var acknowledged = answered(201, "");
        var unknown = answered(503, "outcome-unknown");
        assertThat(replies)
                .hasSize(
                        acknowledged.size()
                                + unknown.size()
                                + answered(503, "store-stopped").size());
        assertThat(conversation.ids(hub))
                .containsAll(acknowledged)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(answered(503, "store-stopped"));

        for (var id : unknown) {
            assertThat(conversation.say(hub, id).status()).isIn(200, 201);
        }

        assertThat(conversation.ids(hub))
                .containsAll(acknowledged)
                .containsAll(unknown)
                .hasSize(acknowledged.size() + unknown.size());
        assertThat(hub.owner().hub().check().findings()).isEmpty();
    }

    private String[] failing() {
        var trace = traces.resolve("trace").toString();
        return ("strace -f --seccomp-bpf -e trace=fsync,fdatasync -e " + FAILURE + " -o " + trace)
                .split(" ");
    }

    private void everybodySpeaks(Hub hub, Conversation conversation) throws Exception {
        var producers = new ArrayList<Callable<Void>>();
        for (int number = 0; number < PRODUCERS; number++) {
            var name = "p" + number + "-";
            producers.add(
                    () -> {
                        speak(hub, conversation, name);
                        return null;
                    });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var producer : threads.invokeAll(producers)) {
                producer.get();
            }
        }
    }

    /** Sends one message after the other, whatever the answers are. */
    private void speak(Hub hub, Conversation conversation, String name) {
        boolean hasFailed = false;
        for (int n = 0; n < EACH; n++) {
            var reply = conversation.say(hub, name + n);
            replies.put(name + n, reply);
            assertThat(hasFailed && reply.status() < 300)
                    .as("acknowledged after a failure: %s", reply)
                    .isFalse();
            hasFailed |= reply.status() >= 300;
        }
    }

    private List<String> answered(int status, String code) {
        return replies.entrySet().stream()
                .filter(sent -> sent.getValue().status() == status)
                .filter(sent -> sent.getValue().code().equals(code))
                .map(Map.Entry::getKey)
                .toList();
    }
}
