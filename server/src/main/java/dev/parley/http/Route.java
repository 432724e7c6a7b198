package dev.parley.http;

import dev.parley.access.Permission;
import org.jspecify.annotations.Nullable;

/**
 * One line of the route table.
 *
 * @param permission what the caller must be allowed to do; null when anyone may call, unknown or
 *     not
 */
public record Route(
        String method, PathTemplate template, @Nullable Permission permission, Handler handler) {
    public boolean isOpen() {
        return permission == null;
    }

    @Override
    public String toString() {
        return method + ' ' + template;
    }
}
