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
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails to sync is believed: nothing is promised after it until a restart. */
final class FsyncFailureIT {
    private static final int PRODUCERS = 8;
    private static final int EACH = 60;

    /** Every thread's syncs are counted by themselves; only the writer's become so many. */
    private static final String FAILURE = "inject=fsync,fdatasync:error=EIO:when=40+";

    @TempDir Path folder;
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();

    @BeforeEach
    void needed() {
        Ability.TRACING.require();
    }

    @Test
    void afterAFailedSyncNothingIsAcknowledgedAndNothingAcknowledgedIsLost() throws Exception {
        var data = folder.resolve("data");
        Conversation conversation;
        try (var hub = Hub.on(data).start()) {
            conversation = Conversation.on(hub);
            hub.stop();
        }
        try (var hub = Hub.on(data).under(failing()).start()) {
            sayAtOnce(hub, conversation);

            assertThat(ids("", 201)).isNotEmpty();
            assertThat(ids("outcome-unknown", 503)).isNotEmpty();
            assertThat(ids("store-stopped", 503)).isNotEmpty();
            assertThat(replies).hasSize(PRODUCERS * EACH);
            assertThat(
                            ids("", 201).size()
                                    + ids("outcome-unknown", 503).size()
                                    + ids("store-stopped", 503).size())
                    .isEqualTo(replies.size());
            assertThat(conversation.say(hub, "later").code()).isEqualTo("store-stopped");
            assertThat(hub.get("/health").status()).isEqualTo(503);
            assertThat(hub.get("/health").text("store")).isEqualTo("stopped");
            assertThat(conversation.read(hub).status()).isEqualTo(200);
            assertThat(conversation.ids(hub)).containsAll(ids("", 201));
            hub.kill();
        }
        try (var hub = Hub.on(data).start()) {
            assertThat(conversation.ids(hub))
                    .containsAll(ids("", 201))
                    .doesNotHaveDuplicates()
                    .doesNotContainAnyElementsOf(ids("store-stopped", 503));
            for (var id : ids("outcome-unknown", 503)) {
                assertThat(conversation.say(hub, id).status()).isIn(200, 201);
            }
            assertThat(conversation.ids(hub))
                    .doesNotHaveDuplicates()
                    .containsAll(ids("outcome-unknown", 503))
                    .hasSize(ids("", 201).size() + ids("outcome-unknown", 503).size());
            assertThat(hub.owner().hub().check().findings()).isEmpty();
        }
    }

    private String[] failing() {
        var trace = folder.resolve("trace").toString();
        return new String[] {
            "strace",
            "-f",
            "--seccomp-bpf",
            "-o",
            trace,
            "-e",
            "trace=fsync,fdatasync",
            "-e",
            FAILURE
        };
    }

    /** Everybody sends one message after the other, whatever the answers are. */
    private void sayAtOnce(Hub hub, Conversation conversation) throws Exception {
        var producers = new ArrayList<Callable<Void>>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            var name = "p" + producer + "-";
            producers.add(
                    () -> {
                        boolean hasFailed = false;
                        for (int n = 0; n < EACH; n++) {
                            var reply = conversation.say(hub, name + n);
                            replies.put(name + n, reply);
                            assertThat(hasFailed && reply.status() < 300)
                                    .as("acknowledged after a failure: %s", reply)
                                    .isFalse();
                            hasFailed |= reply.status() >= 300;
                        }
                        return null;
                    });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var producer : threads.invokeAll(producers)) {
                producer.get();
            }
        }
    }

    private List<String> ids(String code, int status) {
        return IntStream.range(0, PRODUCERS)
                .boxed()
                .flatMap(p -> IntStream.range(0, EACH).mapToObj(n -> "p" + p + "-" + n))
                .filter(
                        id ->
                                replies.get(id) instanceof Reply r
                                        && r.status() == status
                                        && r.code().equals(code))
                .toList();
    }
}
