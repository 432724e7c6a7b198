package dev.parley.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Routes by path segment. A literal segment is preferred to a named one, unless only the latter
 * offers the method: {@code POST /agents/select} hides no agent called {@code select}.
 */
final class RouteTree {
    private final Node root = new Node();

    void add(Route route) {
        var node = root;
        for (var segment : route.template().segments()) {
            node = PathTemplate.isName(segment) ? node.named() : node.literal(segment);
        }
        if (node.routes.putIfAbsent(route.method(), route) != null) {
            throw new IllegalArgumentException("two routes for " + route);
        }
    }

    @Nullable Route find(String method, List<String> path) {
        return root.find(method, path, 0);
    }

    SortedSet<String> methods(List<String> path) {
        var methods = new TreeSet<String>();
        root.collect(path, 0, methods);
        return methods;
    }

    private static final class Node {
        final Map<String, Route> routes = new HashMap<>();
        final Map<String, Node> literals = new HashMap<>();
        @Nullable Node named;

        Node literal(String segment) {
            return literals.computeIfAbsent(segment, s -> new Node());
        }

        Node named() {
            var node = named == null ? new Node() : named;
            named = node;
            return node;
        }

        @Nullable Route find(String method, List<String> path, int depth) {
            if (depth == path.size()) {
                return routes.get(method);
            }
            var segment = path.get(depth);
            var literal = literals.get(segment);
            var route = literal == null ? null : literal.find(method, path, depth + 1);
            if (route == null && named != null && !segment.isEmpty()) {
                route = named.find(method, path, depth + 1);
            }
            return route;
        }

        void collect(List<String> path, int depth, SortedSet<String> methods) {
            if (depth == path.size()) {
                methods.addAll(routes.keySet());
                return;
            }
            var segment = path.get(depth);
            var literal = literals.get(segment);
            if (literal != null) {
                literal.collect(path, depth + 1, methods);
            }
            if (named != null && !segment.isEmpty()) {
                named.collect(path, depth + 1, methods);
            }
        }
    }
}
