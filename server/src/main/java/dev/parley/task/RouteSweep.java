package dev.parley.task;

import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.RouteNameTable;
import dev.parley.store.table.RouteTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Collects routes that no task is on and crews that nobody works in any more. A route first loses
 * its name, so that nothing new is put on it; what was just being put there is seen an hour later.
 */
public final class RouteSweep {
    public static final Duration PERIOD = Duration.ofMinutes(10);

    /** How long a route is kept after its name, and a crew after it last asked for work. */
    static final Duration KEPT = Duration.ofHours(1);

    /** A command touches at most two rows for each. */
    private static final int PAGE = 200;

    private final Store store;
    private final InstantSource clock;
    private final LongSupplier hubTime;

    public RouteSweep(Store store, InstantSource clock, LongSupplier hubTime) {
        this.store = store;
        this.clock = clock;
        this.hubTime = hubTime;
    }

    /** Looks at everything once. */
    public void round() {
        var cutoff = clock.instant().minus(KEPT);
        var last = RouteTable.Place.START;
        while (true) {
            var after = last;
            var page = store.read(sql -> RouteTable.TABLE.empty(sql, after, PAGE));
            store.write(new Retire(page.stream().filter(row -> row.retired() == null).toList()));
            page.stream().filter(row -> isOver(row, cutoff)).forEach(this::remove);
            if (page.size() < PAGE) {
                break;
            }
            last = RouteTable.Place.of(page.getLast());
        }
        dismiss(hubTime.getAsLong() - KEPT.toMillis());
    }

    private static boolean isOver(RouteTable.Row route, Instant cutoff) {
        return route.retired() != null && !route.retired().isAfter(cutoff);
    }

    private void remove(RouteTable.Row route) {
        List<OpenRouteTable.Row> page;
        do {
            page = store.read(sql -> OpenRouteTable.TABLE.of(sql, route.key(), PAGE));
            store.write(new Close(route.key(), page, page.size() < PAGE));
        } while (page.size() == PAGE);
    }

    private void dismiss(long unused) {
        List<CrewTable.Row> crews;
        do {
            crews = store.read(sql -> CrewTable.TABLE.before(sql, unused, PAGE));
            for (var crew : crews) {
                dismiss(crew.key(), unused);
            }
        } while (crews.size() == PAGE);
    }

    /** One that asks for work meanwhile stays. */
    private void dismiss(CrewTable.Key crew, long unused) {
        boolean isMore = true;
        while (isMore) {
            var page = store.read(sql -> OpenRouteTable.TABLE.of(sql, crew, PAGE));
            boolean isUnused = store.write(new Dismiss(crew, page, unused, page.size() < PAGE));
            isMore = isUnused && page.size() == PAGE;
        }
    }

    /** Takes the names of routes away. */
    private record Retire(List<RouteTable.Row> routes) implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            routes.forEach(route -> touches.lock(name(route).lock()));
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            var names = tx.rows(RouteNameTable.TABLE);
            for (var route : routes) {
                var named = names.find(name(route));
                if (named.isPresent() && named.get().number() == route.key().number()) {
                    names.remove(name(route));
                }
                tx.rows(RouteTable.TABLE).put(route.retired(tx.now()));
            }
            return true;
        }

        private static RouteNameTable.Key name(RouteTable.Row route) {
            return new RouteNameTable.Key(route.key().space(), route.target(), route.needs());
        }
    }

    /** Closes a route to crews, and removes it with the last of them. */
    private record Close(RouteTable.Key route, List<OpenRouteTable.Row> open, boolean isLast)
            implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            open.forEach(one -> touches.lock(one.crew().lock()));
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            var crews = tx.rows(CrewTable.TABLE);
            for (var one : open) {
                tx.rows(OpenRouteTable.TABLE).remove(one);
                var crew = crews.find(one.crew());
                if (crew.isPresent()) {
                    crews.put(crew.get().closed());
                }
            }
            if (isLast) {
                tx.rows(FrontTable.TABLE).remove(new FrontTable.Key(route.space(), route.number()));
                tx.rows(RouteTable.TABLE).remove(route);
            }
            return true;
        }
    }

    /** Forgets what is open to a crew, which would have to look anew, and at last the crew. */
    private record Dismiss(
            CrewTable.Key crew, List<OpenRouteTable.Row> open, long unused, boolean isLast)
            implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            touches.lock(crew.lock());
            touches.row(CrewTable.TABLE, crew);
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            var crews = tx.rows(CrewTable.TABLE);
            var known = crews.find(crew);
            if (known.isEmpty() || known.get().lastUsed() >= unused) {
                return false;
            }
            for (var one : open) {
                tx.rows(OpenRouteTable.TABLE).remove(one);
            }
            if (isLast) {
                crews.remove(crew);
            } else {
                crews.put(CrewTable.Row.of(crew));
            }
            return true;
        }
    }
}
