package dev.parley.agent;

import dev.parley.store.table.InstanceTable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams that instances have open on this node. They end with their instance, so that nothing
 * is pushed to one that is gone but whose connection was not seen to break.
 */
final class OpenStreams {
    private final Map<InstanceTable.Key, Set<Runnable>> open = new ConcurrentHashMap<>();

    Presence.Held add(InstanceTable.Key key, Runnable end) {
        open.compute(key, (_, streams) -> with(streams == null ? Set.of() : streams, end));
        return () -> open.computeIfPresent(key, (_, streams) -> without(streams, end));
    }

    private static Set<Runnable> with(Set<Runnable> streams, Runnable one) {
        var more = new HashSet<>(streams);
        more.add(one);
        return more;
    }

    private static @Nullable Set<Runnable> without(Set<Runnable> streams, Runnable one) {
        var rest = new HashSet<>(streams);
        rest.remove(one);
        return rest.isEmpty() ? null : rest;
    }

    void end(InstanceTable.Key key) {
        List.copyOf(open.getOrDefault(key, Set.of())).forEach(Runnable::run);
    }
}
