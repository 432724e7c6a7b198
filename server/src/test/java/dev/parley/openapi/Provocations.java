package dev.parley.openapi;

import dev.parley.Reply;
import dev.parley.protocol.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** For each problem of an operation, something that brings it about. */
final class Provocations {
    /** One problem of one operation. */
    record Case(String operation, Problem problem) {
        @Override
        public String toString() {
            return operation + " " + problem.slug();
        }
    }

    private final Map<Case, Supplier<Reply>> acts = new LinkedHashMap<>();

    Provocations add(String operation, Problem problem, Supplier<Reply> act) {
        if (acts.put(new Case(operation, problem), act) != null) {
            throw new AssertionError(operation + " is provoked to " + problem + " twice");
        }
        return this;
    }

    Set<Case> cases() {
        return acts.keySet();
    }

    Reply provoke(Case one) {
        return acts.getOrDefault(
                        one,
                        () -> {
                            throw new AssertionError("nothing provokes " + one);
                        })
                .get();
    }
}
