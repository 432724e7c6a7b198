package dev.parley.host;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.session.Ear;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a program prints. It is complete when nobody can add to it, or a moment after the program
 * has ended: what that has left running may hold its output open for ever.
 */
final class CommandOutput {
    private static final int CHUNK = 4_096;
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final Process process;
    private final int most;
    private final Ear ear;
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<String> whole = new CompletableFuture<>();
    private boolean isOver;

    /**
     * Output of a process.
     *
     * @param most how many characters it may print
     */
    CommandOutput(Process process, int most, Ear ear) {
        this.process = process;
        this.most = most;
        this.ear = ear;
    }

    /** Reads on a thread of its own. */
    CompletableFuture<String> follow() {
        Thread.ofPlatform().daemon().name("parley-agent-out").start(this::read);
        var later =
                CompletableFuture.delayedExecutor(
                        LINGER.toMillis(),
                        TimeUnit.MILLISECONDS,
                        task -> Thread.ofVirtual().start(task));
        var _ = process.onExit().thenRunAsync(this::end, later);
        return whole;
    }

    private void read() {
        try (var reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            var buffer = new char[CHUNK];
            for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                hear(new String(buffer, 0, n));
            }
            end();
        } catch (ParleyException | IOException failed) {
            whole.completeExceptionally(failed);
        }
    }

    private synchronized void hear(String words) {
        if (isOver) {
            return;
        }
        text.append(words);
        if (text.length() > most) {
            throw new ParleyException(
                    Problem.AGENT_FAILED, "it says more than " + most + " characters");
        }
        ear.said(words);
    }

    private synchronized void end() {
        isOver = true;
        whole.complete(text.toString());
    }
}
