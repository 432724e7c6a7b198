package dev.parley.bench.session;

import dev.parley.bench.http.Load;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The agent's command without a hub: started, told, heard to its end. It has a thread of its own,
 * since a virtual one would hold on to its carrier while it reads from a process.
 */
record BareTurn(List<String> command, ExecutorService thread) implements Load.Sender {
    static BareTurn of(List<String> command) {
        return new BareTurn(command, Executors.newSingleThreadExecutor());
    }

    @Override
    public void send() throws IOException {
        try {
            thread.submit(this::run).get();
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private String run() throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).start();
        try (var to = process.getOutputStream()) {
            to.write("hello".getBytes(StandardCharsets.UTF_8));
        }
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 || !said.equals("hello")) {
            throw new IOException("it says " + said);
        }
        return said;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
