package dev.parley.http;

import dev.parley.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The table of contents of the HTTP door: which method and path is which handler, and for whom. */
public final class Routes {
    private final List<Route> table = new ArrayList<>();
    private final RouteTree tree = new RouteTree();

    public Routes get(String template, Permission permission, Handler handler) {
        return add("GET", template, permission, handler);
    }

    public Routes post(String template, Permission permission, Handler handler) {
        return add("POST", template, permission, handler);
    }

    public Routes put(String template, Permission permission, Handler handler) {
        return add("PUT", template, permission, handler);
    }

    public Routes patch(String template, Permission permission, Handler handler) {
        return add("PATCH", template, permission, handler);
    }

    public Routes delete(String template, Permission permission, Handler handler) {
        return add("DELETE", template, permission, handler);
    }

    /** A route that needs no token. */
    public Routes open(String method, String template, Handler handler) {
        return add(method, template, null, handler);
    }

    /** The same routes, each with its handler changed. */
    public Routes with(BiFunction<Route, Handler, Handler> change) {
        var changed = new Routes();
        for (var route : table) {
            changed.add(
                    new Route(
                            route.method(),
                            route.template(),
                            route.permission(),
                            change.apply(route, route.handler())));
        }
        return changed;
    }

    /** Every route, in the order in which they were added. */
    public List<Route> table() {
        return List.copyOf(table);
    }

    private Routes add(
            String method, String template, @Nullable Permission permission, Handler handler) {
        return add(new Route(method, new PathTemplate(template), permission, handler));
    }

    private Routes add(Route route) {
        tree.add(route);
        table.add(route);
        return this;
    }

    /** HEAD is answered by the GET route of the same path. */
    @Nullable Route find(String method, List<String> path) {
        var route = tree.find(method, path);
        return route == null && method.equals("HEAD") ? tree.find("GET", path) : route;
    }

    /** What a path offers; empty when there is no such path. */
    SortedSet<String> methods(List<String> path) {
        var methods = tree.methods(path);
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return methods;
    }
}
