package dev.parley.task;

import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.RouteHeadTable;
import dev.parley.store.table.RouteNameTable;
import dev.parley.store.table.RouteTable;
import java.sql.SQLException;

/**
 * Puts tasks on routes, and finds the routes that are open to a crew. A crew looks at each route
 * once, so that a claim costs the same however many tasks are queued.
 */
final class Routing {
    /** How many routes a crew looks at in one command. */
    static final int PAGE = 500;

    private final Tx tx;

    Routing(Tx tx) {
        this.tx = tx;
    }

    /** The number of the route for such tasks, which is made if there is none. */
    long route(RouteNameTable.Key name) throws SQLException {
        var names = tx.rows(RouteNameTable.TABLE);
        var known = names.find(name);
        if (known.isPresent()) {
            return known.get().number();
        }
        tx.hold(name.lock());
        long number = RouteHeadTable.TABLE.of(tx, name.space()) + 1;
        tx.rows(RouteHeadTable.TABLE).put(new RouteHeadTable.Row(name.space(), number));
        tx.rows(RouteTable.TABLE)
                .put(
                        new RouteTable.Row(
                                new RouteTable.Key(name.space(), number),
                                name.target(),
                                name.needs(),
                                null));
        names.put(new RouteNameTable.Row(name, number));
        return number;
    }

    /** The crew after looking at a page of the routes that are new to it, if any are. */
    CrewTable.Row catchUp(CrewTable.Row crew) throws SQLException {
        var key = crew.key();
        long newest = RouteHeadTable.TABLE.of(tx, key.space());
        if (crew.seen() == newest) {
            return crew;
        }
        var page = RouteTable.TABLE.after(tx.settled(), key.space(), crew.seen(), PAGE);
        int open = 0;
        for (var route : page) {
            if (route.isOpenTo(key.agent().value(), key.has())) {
                tx.rows(OpenRouteTable.TABLE)
                        .put(new OpenRouteTable.Row(key, route.key().number()));
                open++;
            }
        }
        long seen = page.size() < PAGE ? newest : page.getLast().key().number();
        return crew.seen(seen, open);
    }

    boolean isBehind(CrewTable.Row crew) throws SQLException {
        return crew.seen() < RouteHeadTable.TABLE.of(tx, crew.key().space());
    }
}
