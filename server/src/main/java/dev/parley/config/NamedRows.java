package dev.parley.config;

import dev.parley.protocol.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What stands by name under one key of {@code parley.yaml}: those that could be read, and what is
 * wrong with the others.
 */
record NamedRows<T>(List<T> read, List<String> errors) {
    /**
     * Reads each by its name.
     *
     * @param held what the key holds, in words and with an example
     */
    static <T> NamedRows<T> of(Row all, String held, BiFunction<String, Row, T> reading) {
        var rows = new NamedRows<T>(new ArrayList<>(), new ArrayList<>());
        if (all.json().isObject()) {
            all.rows().forEach((name, row) -> rows.add(name, row, reading));
        } else if (!all.json().isNull()) {
            rows.errors.add(all.at() + " must hold " + held);
        }
        return rows;
    }

    private void add(String name, Row row, BiFunction<String, Row, T> reading) {
        try {
            read.add(reading.apply(name, row));
        } catch (ParleyException e) {
            errors.add(e.detail());
        }
    }
}
