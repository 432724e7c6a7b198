package dev.parley.tool;

import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.tool.server.ServerSpec;
import dev.parley.tool.server.Tool;
import dev.parley.tool.server.ToolServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/** Every configured tool server. A tool's full name is its server's and its own. */
final class Toolbox implements AutoCloseable {
    /** Stands between the two; what clients of models take in the name of a tool. */
    static final String BETWEEN = "__";

    /** How long whoever looks at all servers waits for one; what it had before is shown then. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    /** The same for a server that is met for the first time, which may have to be fetched. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(10);

    private final List<ToolServer> servers;

    Toolbox(List<ServerSpec> specs, LongSupplier nanos) {
        this.servers = specs.stream().map(spec -> new ToolServer(spec, nanos)).toList();
    }

    /** A tool's server and the name that it has there. */
    record Place(ToolServer server, String tool) {}

    /**
     * A server as it is now.
     *
     * @param tools nothing while it ails, and the last known while it does not answer
     */
    record Look(ToolServer server, List<Tool> tools, Optional<String> ailment) {}

    static String fullName(ServerSpec server, String tool) {
        return server.name() + BETWEEN + tool;
    }

    /** Where a tool would be, whether or not there is one of that name. */
    Optional<Place> find(Space space, String fullName) {
        int between = fullName.indexOf(BETWEEN);
        var server = between < 0 ? fullName : fullName.substring(0, between);
        return of(space).stream()
                .filter(one -> between > 0 && one.spec().name().equals(server))
                .findFirst()
                .map(one -> new Place(one, fullName.substring(between + BETWEEN.length())));
    }

    Place place(Space space, String fullName) {
        return find(space, fullName).orElseThrow(() -> unknown(fullName));
    }

    static ParleyException unknown(String fullName) {
        return new ParleyException(
                Problem.UNKNOWN_TOOL,
                "there is no tool "
                        + Names.quote(fullName)
                        + "; GET /api/tools lists those there are");
    }

    List<ToolServer> of(Space space) {
        return servers.stream().filter(one -> one.spec().spaces().contains(space)).toList();
    }

    /**
     * Looks at all servers of a space at once, so that one that does not answer delays no other.
     */
    List<Look> look(Space space) {
        try (var all = Executors.newVirtualThreadPerTaskExecutor()) {
            return of(space).stream()
                    .map(one -> CompletableFuture.supplyAsync(() -> look(one), all))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    private static Look look(ToolServer server) {
        var last = server.known();
        try {
            return new Look(
                    server, server.tools(server.isNew() ? FIRST_LOOK : LOOK), Optional.empty());
        } catch (ParleyException ailing) {
            return new Look(
                    server,
                    server.isSlow() ? last.orElse(List.of()) : List.of(),
                    Optional.of(ailing.detail()));
        }
    }

    @Override
    public void close() {
        try (var all = Executors.newVirtualThreadPerTaskExecutor()) {
            servers.forEach(server -> all.execute(server::close));
        }
    }
}
