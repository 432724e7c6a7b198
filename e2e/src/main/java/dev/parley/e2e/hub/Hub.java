package dev.parley.e2e.hub;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** A hub that runs as a process of its own, as its users run it. */
public final class Hub implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)\\R");
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration STOP = Duration.ofSeconds(20);

    /** One attempt: a test wants to see what happened, not what became of it in the end. */
    private static final Patience ONCE = Patience.standard().within(Duration.ZERO);

    private final Path data;
    private final Running process;
    private final Queue<ParleyClient> clients = new ConcurrentLinkedQueue<>();
    private String url = "";

    Hub(Path data, Running process) {
        this.data = data;
        this.process = process;
    }

    /** A hub on this folder, not started yet. */
    public static Setup on(Path data) {
        return new Setup(data, List.of(), List.of(), 0);
    }

    /** The demo, as somebody runs it whose home this folder is. */
    public static Hub demo(Path home) {
        var process = Running.parleyOf(home, "serve", "--demo", "--port", "0", "--demo-pace", "0");
        var hub = new Hub(home.resolve(".parley-demo"), process);
        hub.awaitReady();
        return hub;
    }

    /** Waits until it says where it listens, and answers there. */
    void awaitReady() {
        if (!process.await(START, () -> LISTENING.matcher(process.out()).find())) {
            var said = process.out() + process.err();
            close();
            throw new IllegalStateException("the hub did not start:\n" + said);
        }
        var announced = LISTENING.matcher(process.out());
        if (announced.find()) {
            url = announced.group(1);
        }
        get("/health");
    }

    public URI url() {
        return URI.create(url);
    }

    public long pid() {
        return process.java().pid();
    }

    /** Its data folder as it sees it, also when that is on a file system only it can see. */
    public Path folder() {
        return Files.exists(data.resolve("parley.lock"))
                ? data
                : Path.of("/proc", Long.toString(pid()), "root")
                        .resolve(data.toString().substring(1));
    }

    public String ownerToken() {
        try {
            return Files.readString(folder().resolve("owner.token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has said on standard error. */
    public String err() {
        return process.err();
    }

    /** What it has said on standard output. */
    public String out() {
        return process.out();
    }

    /** A client that acts as the owner; it ends with the hub. */
    public ParleyClient owner() {
        return as(ownerToken());
    }

    /** A client that acts as whoever this token belongs to; it ends with the hub. */
    public ParleyClient as(String token) {
        var client = ParleyClient.connect(url(), token, ONCE);
        clients.add(client);
        return client;
    }

    /** One request by the owner, as bare HTTP. */
    public Reply get(String path) {
        return Reply.to(url(), path, path.equals("/health") ? "" : ownerToken());
    }

    /** One request by the owner, as bare HTTP. */
    public Reply post(String path, ObjectNode body) {
        return Reply.to(url(), path, ownerToken(), body);
    }

    /** One request by whoever this token belongs to, as bare HTTP. */
    public Reply postAs(String token, String path, ObjectNode body) {
        return Reply.to(url(), path, token, body);
    }

    /** Looks again and again until this holds; false when it ended or time ran out. */
    public boolean await(Duration atMost, BooleanSupplier holds) {
        return process.await(atMost, holds);
    }

    /** SIGTERM; its exit code. */
    public int stop() {
        process.terminate();
        return process.awaitEnd(STOP);
    }

    /** SIGKILL. */
    public void kill() {
        process.kill();
        closeClients();
    }

    private void closeClients() {
        for (var client = clients.poll(); client != null; client = clients.poll()) {
            client.close();
        }
    }

    @Override
    public void close() {
        process.close();
        closeClients();
    }
}
