package dev.parley.client;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param next where the following page begins; empty on the last one
 */
public record Page<T>(List<T> items, Optional<String> next) {
    public Page {
        items = List.copyOf(items);
    }
}
