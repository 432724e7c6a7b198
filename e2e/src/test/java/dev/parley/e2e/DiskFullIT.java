package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk stops the writing, and nothing else; with room again it goes on by itself. */
final class DiskFullIT {
    private static final int LARGE = 60_000;
    private static final int MAX_MESSAGES = 2_000;
    private static final Duration RECOVERY = Duration.ofSeconds(15);

    /**
     * A small disk that only the hub sees, most of it taken by something else. What that leaves
     * fits twice into the rest, as a database and as a log that was not cut yet, beside a copy.
     */
    private static final String SMALL_DISK =
            "mount -t tmpfs -o size=48m tmpfs \"$0\" && dd if=/dev/zero of=\"$0/ballast\" bs=1M"
                    + " count=34 2>/dev/null && exec \"$@\"";

    @TempDir Path folder;
    private final List<String> acknowledged = new ArrayList<>();

    @BeforeEach
    void needed() {
        Ability.MOUNTING.require();
    }

    @Test
    void aFullDiskIsToldAndSurvivedWithoutARestart() throws Exception {
        try (var hub = onSmallDisk().start()) {
            var conversation = Conversation.on(hub);
            fill(hub, conversation, "large-", LARGE);
            fill(hub, conversation, "small-", 10);

            for (int n = 0; n < 20; n++) {
                var refused = conversation.say(hub, "refused-" + n, LARGE);
                assertThat(refused.status()).as(refused.toString()).isEqualTo(507);
                assertThat(refused.code()).isEqualTo("store-full");
            }
            assertThat(hub.get("/health").status()).isEqualTo(503);
            assertThat(hub.get("/health").text("store")).isEqualTo("full");
            assertThat(conversation.ids(hub)).containsExactlyElementsOf(acknowledged);
            assertThat(conversation.pull(hub).code()).as("little may fit").isIn("", "store-full");
            assertNoRoomForACopy(hub);

            Files.delete(hub.folder().resolveSibling("ballast"));
            awaitWell(hub);
            for (int n = 0; n < 20; n++) {
                assertThat(conversation.say(hub, "refused-" + n, LARGE).status()).isEqualTo(201);
                acknowledged.add("refused-" + n);
            }
            assertThat(conversation.ids(hub)).containsExactlyElementsOf(acknowledged);
            assertThat(conversation.pull(hub).status()).isEqualTo(200);
            assertThat(hub.owner().hub().check().findings()).isEmpty();
        }
    }

    private Setup onSmallDisk() throws IOException {
        var disk = Files.createDirectory(folder.resolve("disk"));
        var command = new ArrayList<>(Ability.namespace());
        command.addAll(List.of("sh", "-c", SMALL_DISK, disk.toString()));
        return Hub.on(disk.resolve("data")).under(command.toArray(String[]::new));
    }

    /** Sends until ten in a row were refused. */
    private void fill(Hub hub, Conversation conversation, String prefix, int bytes) {
        for (int n = 0, refused = 0; refused < 10; n++) {
            assertThat(n).as("messages on a disk of 48 MiB").isLessThan(MAX_MESSAGES);
            var reply = conversation.say(hub, prefix + n, bytes);
            assertThat(reply.status()).as(reply.toString()).isIn(201, 507);
            if (reply.status() == 201) {
                acknowledged.add(prefix + n);
                refused = 0;
            } else {
                refused++;
            }
        }
    }

    /** What needs room of its own says so, and leaves nothing behind that takes more of it. */
    private static void assertNoRoomForACopy(Hub hub) throws IOException {
        for (var path : List.of("/api/check", "/api/backup")) {
            var refused = hub.get(path);
            assertThat(refused.status()).as(path + " " + refused).isEqualTo(507);
            assertThat(refused.code()).isEqualTo("store-full");
        }
        try (var files = Files.list(hub.folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("frozen-"));
        }
    }

    private static void awaitWell(Hub hub) throws InterruptedException {
        long deadline = System.nanoTime() + RECOVERY.toNanos();
        while (hub.get("/health").status() != 200) {
            assertThat(System.nanoTime()).as("still unwell: %s", hub.err()).isLessThan(deadline);
            Thread.sleep(100);
        }
    }
}
